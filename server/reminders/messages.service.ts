import type { ReminderSettings } from '#contract/reminder-settings';
import type { ReminderKind } from '#contract/reminders';
import type { Modality } from '#contract/services';
import type { Deps } from '#server/deps';
import { insertLinks } from '#server/links/links.store';
import { enqueueComposedMails, type OutboxDeps } from '#server/mail/outbox';
import type { PatientContact } from '#server/patients/patient-contacts.service';
import { newToken, tokenHash } from '#server/platform/crypto/tokens';
import type { OwnerTx } from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';
import { findReminderSettings } from './reminder-settings.store.ts';
import { linkExpiry, startOf, type Visit } from './reminder-times.ts';
import { countMailsSince, insertReminders } from './reminders.store.ts';
import { findVisitContacts } from './visit-contacts.ts';

export type MessageDeps = OutboxDeps & Pick<Deps, 'cipher'>;

/** An appointment as a message is about it. */
interface MessageVisit extends Visit {
  id: string;
}

/** The parameters of a queued mail. */
export interface MessageParameters {
  reminderId: string;
  kind: ReminderKind;
  patientId: string;
  /** The secret of the link. Absent in a mail about a deleted appointment. */
  token: string | undefined;
  /** A series has several. The link belongs to the first one. */
  visits: readonly [MessageVisit, ...MessageVisit[]];
  /** The hour before the change. */
  previous: { date: string; time: string } | undefined;
  /** Whether it goes to the person who booked the visit online. Absent in mails that were queued before. */
  isToBooker?: boolean;
  /** Whether the patient moved the visit by a link. Absent in mails that were queued before. */
  isByPatient?: boolean;
  /** The SEQUENCE of a deleted appointment in calendars. Other appointments are read when the mail is delivered. */
  deletedRevision: number | undefined;
  /** The modality of a deleted appointment. Absent in mails that were queued before. */
  deletedModality?: Modality | undefined;
}

export interface QueuedMessage extends Omit<MessageParameters, 'reminderId' | 'token'> {
  timeZone: string;
}

/** Queues mails to patients of one professional, each with a link of its own. Returns the ids of the reminders. */
export async function queueMessages(
  deps: MessageDeps,
  tx: OwnerTx,
  messages: readonly QueuedMessage[],
  at: Date,
): Promise<string[]> {
  const queued = messages.map((message) => withLink(message, at));
  const reminders = queued.map(({ parameters: { reminderId, patientId, kind, visits } }) => ({
    id: reminderId,
    patientId,
    appointmentId: visits[0].id,
    kind,
    channel: 'email' as const,
    status: 'pending' as const,
    recipient: undefined,
  }));
  const links = queued.flatMap(({ link }) => link ?? []);
  const mails = queued.map(({ parameters }) => ({
    kind: 'appointment-message' as const,
    parameters: { ...parameters },
    isBulk: parameters.kind === 'before',
  }));
  await Promise.all([
    insertReminders(tx, reminders, deps.cipher, at),
    insertLinks(tx, links, at),
    enqueueComposedMails(deps, tx, mails, at),
  ]);
  return reminders.map(({ id }) => id);
}

/** Lists a mail that another feature composes with the messages of the appointment. Returns the id of the message. */
export async function listMessage(
  deps: Pick<MessageDeps, 'cipher'>,
  tx: OwnerTx,
  { kind, patientId, appointmentId }: { kind: ReminderKind; patientId: string; appointmentId: string },
  at: Date,
): Promise<string> {
  const id = uuidv7(at);
  const pending = { channel: 'email', status: 'pending', recipient: undefined } as const;
  await insertReminders(tx, [{ id, patientId, appointmentId, kind, ...pending }], deps.cipher, at);
  return id;
}

function withLink({ timeZone, ...message }: QueuedMessage, at: Date) {
  const reminderId = uuidv7(at);
  // Nothing is left to link to.
  if (message.deletedRevision !== undefined)
    return { parameters: { ...message, reminderId, token: undefined }, link: undefined };
  const token = newToken();
  const [visit] = message.visits;
  const purpose = message.isToBooker ? 'booking' : 'patient';
  const link = {
    tokenHash: tokenHash(token),
    appointmentId: visit.id,
    expiresAt: linkExpiry(visit, timeZone),
    purpose,
  } as const;
  return { parameters: { ...message, reminderId, token }, link };
}

/** Whether a patient wants reminders, has an address, and is not blocked. */
export const canBeMailed = <Contact extends PatientContact>(
  contact: Contact | undefined,
): contact is Contact & { email: string } =>
  contact?.reminders === true && !contact.blocked && contact.email !== undefined;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Nobody fills the mailbox of a patient, or of somebody whose address was written as one. */
const MAX_MAILS_A_DAY = 20;

export const isMailboxFull = async (tx: OwnerTx, patientId: string, at: Date): Promise<boolean> =>
  (await countMailsSince(tx, patientId, new Date(at.getTime() - DAY_MS))) >= MAX_MAILS_A_DAY;

/** An act of the professional, or a move by the patient, that the patient is told about. */
interface Announcement {
  kind: 'booking' | 'change' | 'cancellation';
  patientId: string;
  visits: readonly MessageVisit[];
  previous?: { date: string; time: string } | undefined;
  /** For a deleted appointment. */
  deletedRevision?: number;
  deletedModality?: Modality;
  /** Booked again after a cancellation, which the patient was told. */
  isRestored?: boolean;
  /** Whether the patient moved the visit by a link. */
  isByPatient?: boolean;
}

/** Mails about acts of the professional are sent with the reminders. A patient's own move is always confirmed. */
const isAnnounced = (
  { kind, isRestored = false, isByPatient = false }: Announcement,
  { enabled, onBooking }: Pick<ReminderSettings, 'enabled' | 'onBooking'>,
): boolean => isByPatient || (enabled && (kind !== 'booking' || onBooking || isRestored));

/**
 * Tells the patient about an act, in its transaction, if the professional and the patient want such mails. Visits that
 * have begun are not announced. Several visits are one mail.
 */
export async function announce(
  deps: MessageDeps,
  tx: OwnerTx,
  announcement: Announcement,
  { timeZone, at }: { timeZone: string; at: Date },
): Promise<void> {
  const { kind, patientId, visits, previous, deletedRevision, deletedModality, isByPatient = false } = announcement;
  const [first, ...others] = visits.filter((visit) => startOf(visit, timeZone) > at);
  if (!deps.sendsMail || !first) return;
  if (!isAnnounced(announcement, await findReminderSettings(tx))) return;
  const contact = (await findVisitContacts(tx, deps, [{ id: first.id, patientId }])).get(first.id);
  if (!canBeMailed(contact) || (await isMailboxFull(tx, patientId, at))) return;
  const deleted = { deletedRevision, deletedModality };
  const message = { kind, patientId, previous, ...deleted, timeZone, isToBooker: contact.isBooker, isByPatient };
  await queueMessages(deps, tx, [{ ...message, visits: [first, ...others] }], at);
}
