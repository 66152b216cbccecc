import { randomUUID } from 'node:crypto';
import { createAddendum } from '#contract/addenda';
import { deleteUser } from '#contract/admin';
import { createAppointment } from '#contract/agenda';
import { addAttachment } from '#contract/attachments';
import { createPreference, listPayments } from '#contract/billing';
import { createCalendarLink } from '#contract/calendar-link';
import { finalizeClinicalNote } from '#contract/clinical-notes';
import { addDays } from '#contract/days';
import { createNoteTemplate, createPrescriptionFavourite } from '#contract/presets';
import { uploadSignature } from '#contract/signature';
import { decideTestCheckout } from '#contract/test-checkout';
import { accountLink, type LinkPurpose } from './account-link.ts';
import { PICTURE } from './full-account.ts';
import type { TestApp } from './test-app.ts';

export type Person = Awaited<ReturnType<TestApp['newProfessional']>>;

async function finalizedNoteOf(owner: Person): Promise<string> {
  const { _id: id } = await owner.hasNote({
    plansAndIndications: 'Reposo',
    prescriptions: [{ medicamento: 'Paracetamol' }],
  });
  await owner.send(finalizeClinicalNote, { params: { id } });
  return id;
}

export const ADDENDUM = { content: 'Llegaron los exámenes' };

async function addendumOf(owner: Person): Promise<string> {
  const params = { id: await finalizedNoteOf(owner) };
  return (await owner.send(createAddendum, { params, body: ADDENDUM })).body._id;
}

export const FAVOURITE = { medicamento: 'Paracetamol', dosis: '500 mg' };
/** No two templates have the same name. */
export const noteTemplate = () => ({ name: `Control ${randomUUID()}`, reason: 'Control de salud' });

export async function noteTemplateOf(owner: Person): Promise<{ id: string }> {
  return { id: (await owner.send(createNoteTemplate, { body: noteTemplate() })).body._id };
}

export async function favouriteOf(owner: Person): Promise<{ id: string }> {
  return { id: (await owner.send(createPrescriptionFavourite, { body: FAVOURITE })).body._id };
}

async function attachmentOf(owner: Person): Promise<string> {
  const params = { id: (await owner.hasPatient())._id };
  return (await owner.send(addAttachment, { params, body: { file: PICTURE } })).body._id;
}

export async function withSignature(owner: Person): Promise<Record<string, never>> {
  await owner.send(uploadSignature, { body: { signature: PICTURE } });
  return {};
}

export async function purchaseOf(owner: Person): Promise<string> {
  const { body } = await owner.send(createPreference, { body: { subscriptionType: 'annual' } });
  return body.preference.initPoint.split('/').at(-1) ?? '';
}

export async function paymentOf(owner: Person): Promise<string> {
  const params = { id: await purchaseOf(owner) };
  await owner.send(decideTestCheckout, { params, body: { outcome: 'rejected' } });
  const [payment] = (await owner.send(listPayments)).body;
  return payment?._id ?? '';
}

/** The secret of a new address of the agenda. */
export async function calendarTokenOf(owner: Person): Promise<string> {
  const { body } = await owner.send(createCalendarLink, { body: { names: false } });
  return /[\w-]{43}/.exec(body.url)?.[0] ?? '';
}

export async function closedAccount(testApp: TestApp): Promise<string> {
  const [{ user }, admin] = await Promise.all([testApp.newProfessional(), testApp.newAdmin()]);
  await admin.send(deleteUser, { params: { id: user._id } });
  return user._id;
}

export async function newWebhook(testApp: TestApp): Promise<string> {
  const id = randomUUID();
  await testApp.sql`
    insert into webhooks (id, received_at, webhook_type, status, ip_address)
    values (${id}, now(), 'payment', 'ignored', '127.0.0.1')`;
  return id;
}

/** A link of somebody else: the caller is still needed. */
export const newLink = async (testApp: TestApp, purpose: LinkPurpose): Promise<string> =>
  accountLink(testApp, (await testApp.newProfessional()).user._id, purpose);

export async function newSession(testApp: TestApp, owner: Person): Promise<string> {
  const id = randomUUID();
  await testApp.sql`
    insert into sessions (id, user_id, refresh_token_hash, started_at, last_seen_at)
    values (${id}, ${owner.user._id}, ${Buffer.from(id)}, ${testApp.deps.now()}, ${testApp.deps.now()})`;
  return id;
}

let day = 0;
/** Each call uses a different day, so appointments do not overlap. */
export async function appointmentOf(owner: Person) {
  day += 1;
  return { patientId: (await owner.hasPatient())._id, date: addDays('2030-01-07', day), time: '09:00' };
}

export const newAppointment = async (owner: Person): Promise<string> =>
  (await owner.send(createAppointment, { body: await appointmentOf(owner) })).body._id;

/** The parameters of a call that names one of these, and nothing else. */
export const ofOwner = ({ user }: Person) => ({ params: { id: user._id } });
export const ofPatient = async (owner: Person) => ({ params: { id: (await owner.hasPatient())._id } });
export const ofCertificate = async (owner: Person) => ({ params: { id: (await owner.hasCertificate())._id } });
export const ofFinalizedNote = async (owner: Person) => ({ params: { id: await finalizedNoteOf(owner) } });
export const ofAddendum = async (owner: Person) => ({ params: { id: await addendumOf(owner) } });
export const ofAttachment = async (owner: Person) => ({ params: { id: await attachmentOf(owner) } });
