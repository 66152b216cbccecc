import { isOpen } from '#contract/agenda';
import { internationalDigits } from '#contract/phone-numbers';
import { placeInWords } from '#contract/place';
import { timeZoneOf } from '#contract/regions';
import { addressedName, dayInWords, fillMessage } from '#contract/reminder-message';
import type { ReminderChannel } from '#contract/reminder-states';
import type { Reminder, ReminderOfDay, SentReminder } from '#contract/reminders';
import { actBy, recordWithDetail } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { linkAddress } from '#server/links/link-address';
import { insertLinks } from '#server/links/links.store';
import { findContacts, type PatientContact } from '#server/patients/patient-contacts.service';
import { AppError } from '#server/platform/app-error';
import { newToken, tokenHash } from '#server/platform/crypto/tokens';
import type { OwnerTx } from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';
import { isMailboxFull, type MessageDeps, queueMessages } from './messages.service.ts';
import { findReminderSettings } from './reminder-settings.store.ts';
import { withReminderStates } from './reminder-states.service.ts';
import { linkExpiry, startOf } from './reminder-times.ts';
import { insertReminders, type ReminderRecord, remindersAfter, remindersOfAppointment } from './reminders.store.ts';
import { findVisits, openVisitsOn, type StoredVisit, toMessageVisit } from './visits.store.ts';

type ReminderDeps = MessageDeps & Pick<Deps, 'tenantTransaction' | 'now' | 'publicUrl'>;

export function listReminders(
  deps: Pick<Deps, 'tenantRead'>,
  owner: Owner,
  appointmentId: string,
): Promise<Reminder[]> {
  return deps.tenantRead(owner.id, async (db) => {
    const [[visit], reminders] = await Promise.all([
      findVisits(db, [appointmentId]),
      remindersOfAppointment(db, appointmentId),
    ]);
    if (!visit) throw new AppError('NOT_FOUND');
    return reminders;
  });
}

/** The open appointments of a day with what is known of their reminders. */
export function listRemindersOfDay(
  deps: Pick<Deps, 'tenantRead' | 'cipher'>,
  owner: Owner,
  date: string,
): Promise<ReminderOfDay[]> {
  return deps.tenantRead(owner.id, async (db) => {
    const found = await openVisitsOn(db, date);
    const visits = await withReminderStates(
      db,
      deps,
      found.map((visit) => ({ ...visit, _id: visit.id })),
    );
    const contacts = await findContacts(db, deps, [...new Set(visits.map(({ patientId }) => patientId))]);
    return visits.flatMap(({ id, patientId, time, status, lastReminder, patientAnswer }) => {
      const contact = contacts.get(patientId);
      if (!contact) return [];
      const { name, socialName, phone, email, reminders, blocked } = contact;
      const named = { patientId, patientName: name, patientSocialName: socialName };
      const patient = { ...named, phone, email, reminders, blocked: blocked || undefined };
      return [{ appointmentId: id, ...patient, time, status, lastReminder, patientAnswer }];
    });
  });
}

const REMINDERS_AT_ONCE = 500;

/** All messages to a patient, or to all patients of the account, in pages. For exports. */
export async function* pagesOfReminders(
  deps: Pick<Deps, 'tenantRead' | 'cipher'>,
  owner: Owner,
  patientId?: string,
): AsyncGenerator<ReminderRecord[]> {
  let after: string | undefined;
  for (;;) {
    const window = { patientId, after, limit: REMINDERS_AT_ONCE };
    const page = await deps.tenantRead(owner.id, (db) => remindersAfter(db, window, deps.cipher));
    yield page;
    if (page.length < REMINDERS_AT_ONCE) return;
    after = page.at(-1)?._id;
  }
}

/** Reminds a patient now: queues a mail, or makes the text and the address of a conversation. */
export function sendReminder(
  deps: ReminderDeps,
  owner: Owner,
  appointmentId: string,
  channel: ReminderChannel,
): Promise<SentReminder> {
  if (channel === 'email' && !deps.sendsMail) throw new AppError('MAIL_NOT_CONFIGURED');
  return deps.tenantTransaction(owner.id, async (tx) => {
    const at = deps.now();
    const [visit] = await findVisits(tx, [appointmentId]);
    if (!visit) throw new AppError('NOT_FOUND');
    const timeZone = timeZoneOf(owner.user.region);
    if (!isOpen(visit) || startOf(visit, timeZone) <= at) throw new AppError('APPOINTMENT_OVER');
    const contact = (await findContacts(tx, deps, [visit.patientId])).get(visit.patientId);
    if (!contact) throw new AppError('NOT_FOUND');
    if (contact.blocked) throw new AppError('PATIENT_BLOCKED');
    if (!contact.reminders) throw new AppError('REMINDERS_DECLINED');
    const send = channel === 'email' ? queueByHand : writeToWhatsapp;
    return send(deps, tx, { owner, visit, contact, timeZone, at });
  });
}

interface ByHand {
  owner: Owner;
  visit: StoredVisit;
  contact: PatientContact;
  timeZone: string;
  at: Date;
}

async function queueByHand(
  deps: ReminderDeps,
  tx: OwnerTx,
  { visit, contact, timeZone, at }: ByHand,
): Promise<SentReminder> {
  if (contact.email === undefined) throw new AppError('PATIENT_WITHOUT_EMAIL');
  if (await isMailboxFull(tx, contact.id, at)) throw new AppError('TOO_MANY_MAILS');
  const message = {
    kind: 'manual',
    patientId: visit.patientId,
    timeZone,
    previous: undefined,
    deletedRevision: undefined,
  } as const;
  const [id = ''] = await queueMessages(deps, tx, [{ ...message, visits: [toMessageVisit(visit)] }], at);
  return { _id: id, kind: 'manual', channel: 'email', status: 'pending', at: at.toISOString() };
}

/** The professional presses 'send' in WhatsApp, so the message counts as sent when its address is made. */
async function writeToWhatsapp(
  deps: ReminderDeps,
  tx: OwnerTx,
  { owner, visit, contact, timeZone, at }: ByHand,
): Promise<SentReminder> {
  const digits = contact.phone && internationalDigits(contact.phone);
  if (!digits) throw new AppError('PATIENT_PHONE_UNUSABLE');
  const { message, place } = await findReminderSettings(tx);
  const token = newToken();
  const text = fillMessage(message, {
    paciente: addressedName(contact),
    fecha: dayInWords(visit.date),
    hora: visit.time,
    profesional: owner.user.name,
    lugar: placeInWords(visit.modality, place),
    enlace: linkAddress(deps.publicUrl, token),
  });
  const id = uuidv7(at);
  const entry = { kind: 'manual', channel: 'whatsapp', status: 'sent' } as const;
  const reminder = { id, patientId: contact.id, appointmentId: visit.id, ...entry, recipient: `+${digits}` };
  await insertReminders(tx, [reminder], deps.cipher, at);
  const link = { tokenHash: tokenHash(token), appointmentId: visit.id, expiresAt: linkExpiry(visit, timeZone) };
  await insertLinks(tx, [link], at);
  await recordWithDetail(
    tx,
    { ...actBy(owner, visit.id, contact.id), act: 'reminder.sent', at },
    { content: { message: { kind: 'manual', channel: 'whatsapp', recipient: `+${digits}` } }, cipher: deps.cipher },
  );
  const url = `https://wa.me/${digits}?text=${encodeURIComponent(text)}`;
  return { _id: id, ...entry, at: at.toISOString(), url, text };
}
