import { isOpen } from '#contract/agenda';
import { timeZoneOf } from '#contract/regions';
import { recordWithDetail } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { findPageSlug } from '#server/links/booking-page.store';
import { redirectLink } from '#server/links/links.store';
import type { MailOutcome, OutgoingMail, QueuedComposedMail } from '#server/mail/composed-mail';
import { findContacts } from '#server/patients/patient-contacts.service';
import { tokenHash } from '#server/platform/crypto/tokens';
import type { Database, OwnerSql } from '#server/platform/database/database';
import { canBeMailed, type MessageParameters } from './messages.service.ts';
import { storeReminderTimes } from './planning.store.ts';
import { findProfessional } from './professionals.store.ts';
import { findReminderSettings } from './reminder-settings.store.ts';
import { isNight, isUsefulBefore, linkExpiry, morningAfter, startOf } from './reminder-times.ts';
import { dropReminder, finishReminder, hasLaterReminder, isPending } from './reminders.store.ts';
import { renderMessageMail } from './render-message-mail.ts';
import { bookersOfVisits } from './visit-contacts.store.ts';
import { findVisits, type StoredVisit } from './visits.store.ts';

export type MessageMailDeps = Pick<Database, 'mail'> &
  Pick<Deps, 'tenantRead' | 'tenantTransaction' | 'cipher' | 'now' | 'publicUrl'>;

// The parameters were written by `queueMessages`.
const parametersOf = ({ parameters }: QueuedComposedMail) => parameters as unknown as MessageParameters;

/** The mail as it is now: with the present address of the patient, about appointments that still are as it says. */
export async function composeMessage(
  deps: MessageMailDeps,
  mail: QueuedComposedMail,
): Promise<OutgoingMail | undefined> {
  const message = parametersOf(mail);
  const professional = await findProfessional(deps.mail, mail.ownerId);
  const found = professional && (await deps.tenantRead(mail.ownerId, (db) => readMessage(db, deps, message)));
  if (!found) return drop(deps, mail);
  const timeZone = timeZoneOf(professional.region);
  const at = deps.now();
  const [first, ...others] = message.visits.flatMap((visit) => {
    const stored = found.visits.get(visit.id);
    return isAsTold(message, visit, stored)
      ? [{ ...visit, revision: stored?.revision ?? message.deletedRevision ?? 0 }]
      : [];
  });
  const isSwitchedOff = !found.settings.enabled && message.kind !== 'manual' && !message.isByPatient;
  if (!found.isPending || isSwitchedOff || !canBeMailed(found.contact) || !first) return drop(deps, mail);
  const start = startOf(first, timeZone);
  const isReminder = message.kind === 'before';
  if (isReminder && (found.visits.get(first.id)?.status !== 'scheduled' || found.hasLater)) return drop(deps, mail);
  // The mail server has not taken it for so long that it is of no use any more.
  if (isReminder ? !isUsefulBefore(start, at) : start <= at) return giveUp(deps, mail, found.contact.email);
  if (isReminder && isNight(timeZone, at)) return postpone(deps, mail, { start, until: morningAfter(timeZone, at) });
  await followFirstVisit(deps, mail, { visit: first, timeZone });
  const { contact, settings, page } = found;
  const visits = [first, ...others] as const;
  return renderMessageMail(message, {
    professional,
    contact,
    settings,
    page,
    modality: found.visits.get(first.id)?.modality ?? message.deletedModality ?? 'in-person',
    visits,
    timeZone,
    at,
    publicUrl: deps.publicUrl,
  });
}

async function readMessage(
  db: OwnerSql,
  deps: MessageMailDeps,
  { reminderId, patientId, visits, isToBooker = false }: MessageParameters,
) {
  const [pending, hasLater, contacts, settings, page, stored] = await Promise.all([
    isPending(db, reminderId),
    hasLaterReminder(db, reminderId),
    isToBooker ? bookersOfVisits(db, [visits[0].id], deps.cipher) : findContacts(db, deps, [patientId]),
    findReminderSettings(db),
    findPageSlug(db),
    findVisits(
      db,
      visits.map(({ id }) => id),
    ),
  ]);
  const byId = new Map(stored.map((visit) => [visit.id, visit]));
  return {
    isPending: pending,
    hasLater,
    contact: contacts.get(isToBooker ? visits[0].id : patientId),
    settings,
    page,
    visits: byId,
  };
}

/** The link of a series leads to its first visit, also when that visit was moved or cancelled before the mail left. */
async function followFirstVisit(
  deps: MessageMailDeps,
  mail: QueuedComposedMail,
  { visit, timeZone }: { visit: MessageParameters['visits'][0]; timeZone: string },
): Promise<void> {
  const { token, visits } = parametersOf(mail);
  if (token === undefined || visits[0].id === visit.id) return;
  const link = { tokenHash: tokenHash(token), appointmentId: visit.id, expiresAt: linkExpiry(visit, timeZone) };
  await deps.tenantTransaction(mail.ownerId, (tx) => redirectLink(tx, link));
}

/** Whether the mail is still true: a later change has a mail of its own. */
function isAsTold(
  { kind, deletedRevision }: MessageParameters,
  told: { date: string; time: string },
  stored: StoredVisit | undefined,
): boolean {
  if (deletedRevision !== undefined) return true;
  if (!stored || stored.date !== told.date || stored.time !== told.time) return false;
  return kind === 'cancellation' ? stored.status === 'cancelled' : isOpen(stored);
}

async function drop(deps: MessageMailDeps, mail: QueuedComposedMail): Promise<undefined> {
  await dropMessage(deps, mail.ownerId, parametersOf(mail).reminderId);
  return undefined;
}

/** A mail that is no longer true is not listed. */
export const dropMessage = (
  deps: Pick<MessageMailDeps, 'tenantTransaction'>,
  ownerId: string,
  reminderId: string,
): Promise<void> => deps.tenantTransaction(ownerId, (tx) => dropReminder(tx, reminderId));

async function giveUp(deps: MessageMailDeps, mail: QueuedComposedMail, to: string): Promise<undefined> {
  await finishMessage(deps, mail, { status: 'failed', failure: 'EXPIRED', to });
  return undefined;
}

/** A reminder that could not be sent before the night is queued again in the morning, if it is of use then. */
async function postpone(
  deps: MessageMailDeps,
  mail: QueuedComposedMail,
  { start, until }: { start: Date; until: Date },
): Promise<undefined> {
  const { reminderId, visits } = parametersOf(mail);
  await deps.tenantTransaction(mail.ownerId, async (tx) => {
    await dropReminder(tx, reminderId);
    if (isUsefulBefore(start, until)) await storeReminderTimes(tx, [{ id: visits[0].id, at: until }]);
  });
  return undefined;
}

export const finishMessage = (deps: MessageMailDeps, mail: QueuedComposedMail, outcome: MailOutcome): Promise<void> =>
  finishListed(deps, { ownerId: mail.ownerId, reminderId: parametersOf(mail).reminderId }, outcome);

/** Stores what became of a mail, with its entry in the access log. The server acts by itself, for the professional. */
export function finishListed(
  deps: Pick<MessageMailDeps, 'tenantTransaction' | 'cipher' | 'now'>,
  { ownerId, reminderId }: { ownerId: string; reminderId: string },
  outcome: MailOutcome,
): Promise<void> {
  return deps.tenantTransaction(ownerId, async (tx) => {
    const at = deps.now();
    const finished = await finishReminder(tx, reminderId, { failure: undefined, ...outcome, at }, deps.cipher);
    if (!finished) return;
    const { appointmentId, patientId, kind } = finished;
    const act = outcome.status === 'sent' ? 'reminder.sent' : 'reminder.failed';
    const entry = { act, at, actorId: ownerId, subjectId: appointmentId, patientId, address: undefined } as const;
    const message = { kind, channel: 'email', recipient: outcome.to };
    await recordWithDetail(tx, entry, { content: { message }, cipher: deps.cipher });
  });
}
