import { expect } from 'vitest';
import { listAppointments } from '#contract/agenda';
import { getReceptionDay, listAssistantActs, listAssistants, listProfessionals } from '#contract/assistants';
import { listAttachments } from '#contract/attachments';
import { login, SignedIn } from '#contract/auth';
import { getSubscriptionInfo, listPayments, PAYMENT_STATUSES } from '#contract/billing';
import { getBookingPage } from '#contract/booking';
import { listBookingRequests } from '#contract/booking-requests';
import { listCertificates } from '#contract/certificates';
import { listCharges } from '#contract/charge-summaries';
import { cie10Stats } from '#contract/cie10';
import { type ClinicalNote, listClinicalNotes } from '#contract/clinical-notes';
import { addDays, dayIn } from '#contract/days';
import { fillPath } from '#contract/endpoint';
import { listPatients, type Patient } from '#contract/patients';
import { listNoteTemplates, listPrescriptionFavourites } from '#contract/presets';
import { timeZoneOf } from '#contract/regions';
import { getReminderSettings } from '#contract/reminder-settings';
import { listReminders } from '#contract/reminders';
import { listRightsRequests } from '#contract/rights-requests';
import { listServices } from '#contract/services';
import { listShares } from '#contract/shares';
import { getSignatureInfo } from '#contract/signature';
import { listWaiting } from '#contract/waiting-list';
import { freePort, type Served, serve, untilHealthy } from '#server/testing/process';
import { test } from '#server/testing/process-test';
import { ADMIN, PASSWORD, PROFESSIONALS } from './demo/accounts.ts';
import { ASSISTANT } from './demo/assistants.ts';
import type { BookingPractice } from './demo/booking-people.ts';

type Read = (path: string) => Promise<unknown>;

async function signIn({ url }: Served, email: string) {
  const reply = await fetch(url + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { accessToken, user } = SignedIn.parse(await reply.json());
  const read = async (path: string) =>
    (await fetch(url + path, { headers: { authorization: `Bearer ${accessToken}` } })).json();
  return { user, read };
}

test('the demonstration starts filled, every login works, and a second start finds it again', async ({ emptyDir }) => {
  const start = async () => {
    // The settings of an installation are not followed.
    const environment = { PORT: await freePort(), DATABASE_URL: 'postgres://nowhere.invalid/produccion' };
    const server = serve(environment, ['node', 'tools/demo.ts', '--small', '--folder', emptyDir]);
    await untilHealthy(server);
    return server;
  };
  const stop = async (server: Served) => {
    server.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  };
  const first = await start();
  expect(first.output()).toContain('Making a demonstration');
  for (const { email } of [...PROFESSIONALS.map(({ profile }) => profile), ASSISTANT, ADMIN]) {
    expect(first.output()).toMatch(new RegExp(`^ +${email} `, 'm'));
  }
  expect(first.output()).toContain(PASSWORD);
  expect((await signIn(first, ADMIN.email)).user.role).toBe('admin');
  await expectAssistant(first);

  const plans: string[] = [];
  const payments = new Set<string>();
  const written = new Set<string>();
  const booked = new Set<string>();
  const messages = new Set<string>();
  const answers = new Set<string>();
  const files = new Set<string>();
  const patients: Patient[] = [];
  const notes: ClinicalNote[] = [];
  for (const { profile, booking, invites } of PROFESSIONALS) {
    const { user, read } = await signIn(first, profile.email);
    if (booking) await expectBookings(first, booking, read);
    await expectReception(read, invites?.email);
    const rights = listRightsRequests.reply.parse(await read(listRightsRequests.path));
    const expectedRights = booking ? [{ kind: 'blocking' }, { kind: 'rectification' }] : [];
    expect(rights).toMatchObject(
      expectedRights.map((one) => ({ ...one, status: 'open', patientId: expect.any(String) })),
    );
    expect(user.profession).toBe(profile.profession);
    const list = listPatients.reply.parse(await read(listPatients.path));
    expect(list.total).toBe(user.patientCount);
    patients.push(...list.patients);
    const today = dayIn(timeZoneOf(user.region), new Date());
    expect(listAppointments.reply.parse(await read(`${listAppointments.path}?date=${today}`))).not.toEqual([]);
    const period = `?from=${addDays(today, -20)}&to=${addDays(today, 20)}`;
    const appointments = listAppointments.reply.parse(await read(listAppointments.path + period));
    const cancelled = listAppointments.reply.parse(await read(`${listAppointments.path}${period}&status=cancelled`));
    for (const { _id: id, date, patientAnswer } of [...appointments, ...cancelled]) {
      if (patientAnswer) answers.add(patientAnswer.answer);
      if (date < today) continue;
      const sent = listReminders.reply.parse(await read(listReminders.path.replace('{id}', id)));
      for (const { channel, status, failure = '' } of sent) messages.add(`${channel} ${status} ${failure}`.trim());
    }
    const services = listServices.reply.parse(await read(listServices.path));
    expect(services.length).toBeGreaterThan(2);
    const names = services.map(({ name }) => name);
    const coming = appointments.filter(({ date, seriesId }) => date >= today && !seriesId);
    for (const { serviceName } of coming) expect(names).toContain(serviceName);
    const settings = getReminderSettings.reply.parse(await read(getReminderSettings.path));
    expect(settings).toMatchObject({
      enabled: true,
      hoursBefore: [24, 3],
      place: expect.stringContaining(profile.city),
    });
    for (const one of appointments) {
      if (one.bookedOnline) booked.add('online');
      booked.add(
        one.date < today ? `past ${one.status}` : one.overbooked ? 'overbooked' : one.seriesId ? 'series' : '',
      );
    }
    expect(listNoteTemplates.reply.parse(await read(listNoteTemplates.path))).not.toEqual([]);
    plans.push(getSubscriptionInfo.reply.parse(await read(getSubscriptionInfo.path)).status);
    for (const { status } of listPayments.reply.parse(await read(listPayments.path))) payments.add(status);
    for (const { _id: id } of list.patients) {
      const ofPatient = listClinicalNotes.reply.parse(await read(listClinicalNotes.path.replace('{id}', id)));
      for (const { status, prescriptions } of ofPatient) {
        written.add(`${status} note${prescriptions.length > 0 ? ' with prescriptions' : ''}`);
      }
      notes.push(...ofPatient);
      const attachments = listAttachments.reply.parse(await read(listAttachments.path.replace('{id}', id)));
      for (const { name, type } of attachments) files.add(`${name} ${type}`);
      const certificates = listCertificates.reply.parse(await read(listCertificates.path.replace('{id}', id)));
      for (const { isFinalized } of certificates) written.add(`${isFinalized ? 'finalized' : 'draft'} certificate`);
    }
  }
  expect(patients.length).toBeGreaterThan(20);
  expect([...booked]).toEqual(expect.arrayContaining(['past attended', 'overbooked', 'series', 'online']));
  expect(booked).not.toContain('past scheduled');
  expect([...messages].sort()).toEqual([
    'email failed El correo fue rechazado',
    'email pending',
    'email sent',
    'whatsapp sent',
  ]);
  expect(answers).toEqual(new Set(['confirmed', 'cancelled', 'moved']));
  expect(patients.filter(({ reminders }) => !reminders)).toHaveLength(1);
  expect(plans).toEqual(['active', 'expiring_soon', 'expired']);
  expect(payments).toEqual(new Set(PAYMENT_STATUSES));
  // Those of the featured patient, whatever the day.
  const states = ['draft note', 'finalized note'].map((state) => `${state} with prescriptions`);
  expect([...written]).toEqual(expect.arrayContaining([...states, 'draft certificate', 'finalized certificate']));
  expect([...files].sort()).toEqual([
    'Electrocardiograma.png image/png',
    'Exámenes de laboratorio.pdf application/pdf',
  ]);
  const { read } = await signIn(first, 'camila@ejemplo.cl');
  expect(listPrescriptionFavourites.reply.parse(await read(listPrescriptionFavourites.path))).toHaveLength(4);
  expectCompletePrescriptions(notes);
  expectEveryIdentity(patients);
  expectFollowedPatient(notes.filter(({ patientId }) => patientId === featuredId(patients)));
  const sent = await read(fillPath(listShares.path, { id: featuredId(patients) }));
  expect(listShares.reply.parse(sent)).toMatchObject([
    { documents: [{ kind: 'plans' }, { kind: 'prescriptions' }], opens: 1 },
  ]);
  expect(cie10Stats.reply.parse(await read(cie10Stats.path)).count).toBeGreaterThan(10_000);
  expect(getSignatureInfo.reply.parse(await read(getSignatureInfo.path))).toMatchObject({ useInPrescriptions: true });
  expect(await (await fetch(`${first.url}/login`)).text()).toContain('Demostración: los datos son inventados');
  await stop(first);

  const second = await start();
  expect(second.output()).not.toContain('Making a demonstration');
  const again = await signIn(second, 'camila@ejemplo.cl');
  const list = listPatients.reply.parse(await again.read(listPatients.path));
  expect(list.patients.map(({ rut }) => rut)).toEqual(patients.slice(0, list.total).map(({ rut }) => rut));
  await stop(second);
});

/** An account that works for every professional. */
async function expectAssistant(server: Served): Promise<void> {
  const { user, read } = await signIn(server, ASSISTANT.email);
  expect(user).toMatchObject({ name: ASSISTANT.name, role: 'assistant' });
  const served = listProfessionals.reply.parse(await read(listProfessionals.path));
  const names = PROFESSIONALS.map(({ profile }) => profile.name);
  expect(served.map(({ name }) => name).sort()).toEqual(names.sort());
  const today = dayIn('America/Santiago', new Date());
  const day = getReceptionDay.reply.parse(await read(`${getReceptionDay.path}?date=${today}`));
  expect(day.filter(({ appointments }) => appointments.length > 0)).toHaveLength(names.length);
}

/** The assistant, with what she did, and whoever was invited. */
async function expectReception(read: Read, invited?: string): Promise<void> {
  const assistants = listAssistants.reply.parse(await read(listAssistants.path));
  const active = assistants.find(({ status }) => status === 'active');
  expect(active).toMatchObject({ name: ASSISTANT.name, lastSeenAt: expect.any(String) });
  const others = assistants.filter((one) => one !== active);
  expect(others.map(({ email, status }) => [email, status])).toEqual(invited ? [[invited, 'invited']] : []);
  const address = fillPath(listAssistantActs.path, { id: active?._id ?? '' });
  const acts = listAssistantActs.reply.parse(await read(address));
  expect(acts.map(({ act }) => act)).toEqual(
    expect.arrayContaining(['appointment.created', 'appointment.status-changed']),
  );
  expect(acts.filter(({ actor }) => !actor.startsWith(ASSISTANT.name))).toEqual([]);
}

/** A page that is on, requests of a patient with another telephone and of new people, and people who wait. */
async function expectBookings(
  { url, output }: Served,
  { slug, newPeople, waiting }: BookingPractice,
  read: Read,
): Promise<void> {
  expect(output()).toContain(`/reservar/${slug}\n`);
  const page = getBookingPage.reply.parse(
    await (await fetch(url + getBookingPage.path.replace('{slug}', slug))).json(),
  );
  expect(page.services.length).toBeGreaterThan(1);
  const requests = listBookingRequests.reply.parse(await read(listBookingRequests.path));
  expect(requests.map(({ status }) => status)).toEqual(['requested', ...newPeople.map(() => 'requested')]);
  const [known] = requests.filter(({ patient }) => patient);
  expect(known?.patient?.phone).not.toBe(known?.phone);
  expect(requests.filter(({ patientId }) => patientId === null)).toHaveLength(newPeople.length);
  expect(listWaiting.reply.parse(await read(listWaiting.path))).toHaveLength(waiting.length);
  // The first booking was paid in advance, and accepted.
  const { totals } = listCharges.reply.parse(await read(listCharges.path));
  expect(totals.byMethod.online).toBeGreaterThan(0);
}

const featuredId = (patients: readonly Patient[]) =>
  patients.find(({ name }) => name.startsWith('Rosa Elena Díaz'))?._id;

function expectCompletePrescriptions(notes: readonly ClinicalNote[]): void {
  const prescribed = notes.flatMap(({ prescriptions }) => prescriptions);
  for (const one of prescribed) {
    expect(one).toMatchObject({
      dci: expect.any(String),
      formaFarmaceutica: expect.any(String),
      concentracion: expect.any(String),
      via: expect.any(String),
      cantidad: expect.any(String),
    });
  }
  expect(new Set(prescribed.map(({ permanente }) => permanente))).toEqual(new Set([true, undefined]));
}

function expectEveryIdentity(patients: readonly Patient[]): void {
  expect(new Set(patients.map(({ documentType }) => documentType))).toEqual(new Set(['rut', 'passport', 'dni']));
  expect(patients.some(({ socialName }) => socialName)).toBe(true);
  expect(patients.some(({ age, legalRepresentative }) => age < 18 && legalRepresentative?.rut)).toBe(true);
  const insurances = new Set(patients.map(({ prevision }) => prevision));
  expect([...insurances]).toEqual(expect.arrayContaining(['fonasa-b', 'fonasa-c', 'isapre', 'none']));
}

/** Charts with a course, addenda, and an antibiotic chosen in view of an allergy. */
function expectFollowedPatient(notes: readonly ClinicalNote[]): void {
  const finalized = notes.filter(({ status }) => status === 'finalized');
  const measured = (kind: 'weightKg' | 'systolic' | 'glucose') =>
    new Set(finalized.flatMap(({ measurements }) => measurements?.[kind] ?? []));
  expect(measured('weightKg').size).toBeGreaterThan(5);
  expect(measured('systolic').size).toBeGreaterThan(3);
  expect(measured('glucose').size).toBeGreaterThan(2);
  expect(finalized.flatMap(({ addenda }) => addenda ?? [])).toHaveLength(2);
  const avoided = finalized.filter(({ plansAndIndications }) => plansAndIndications?.includes('se evitan amoxicilina'));
  expect(avoided.map(({ prescriptions: [first] }) => first?.dci)).toEqual(['nitrofurantoína']);
}
