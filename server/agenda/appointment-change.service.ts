import type { AccessDetail } from '#contract/access-log';
import type { Appointment, AppointmentChange } from '#contract/agenda';
import { afterChange, laterAfterChange } from '#contract/appointment-change';
import { toSpan } from '#contract/appointment-spans';
import { LAST_DAY } from '#contract/wire';
import { type Actor, actBy, type DetailedEntry, record, recordAll } from '#server/audit/audit.store';
import { type Owner, timeZoneOfOwner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { type AgendaDeps, requireFromToday } from './agenda.service.ts';
import { overbookedOn, patientOfAppointment, spansOn } from './agenda.store.ts';
import { leaveSlots, lockAppointment, lockFollowing, updateAppointment } from './appointment-change.store.ts';
import { findConflicts, refuseFullDays, slotRefused, slotsRefused } from './conflicts.ts';
import { deleteEndedHolds } from './held-hours.store.ts';
import { actOfChange, shownAppointment } from './last-acts.service.ts';
import {
  forgetFormerAnswers,
  noticeOfChange,
  planChangedVisits,
  type Revision,
  withoutFormerConfirmations,
} from './patient-notices.service.ts';

/** Changes an appointment, or also the later ones of its series. */
export function changeAppointment(
  deps: AgendaDeps,
  owner: Owner,
  id: string,
  change: AppointmentChange,
): Promise<Appointment> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    const [, current] = await Promise.all([lockOwner(tx), lockAppointment(tx, id, deps.cipher)]);
    if (!current) throw new AppError('NOT_FOUND');
    const at = deps.now();
    if (change.date !== undefined && change.date !== current.date) requireFromToday(owner, at, change.date);

    const following = await followingOf(tx, deps, current, change);
    const wanted = [
      { before: current, after: afterChange(current, change) },
      ...following.map((before) => ({ before, after: laterAfterChange(before, change, current) })),
    ];
    const revisions = change.status === undefined ? await withoutFormerConfirmations(tx, deps, wanted) : wanted;
    if (revisions.some(({ after: { date } }) => date > LAST_DAY)) {
      throw new AppError('INVALID_INPUT', { fields: { date: 'Selecciona una fecha' } });
    }
    if (change.note !== undefined && current.undecryptable) throw new AppError('UNDECRYPTABLE');
    const { changed, entries } = await writeRevisions(tx, deps, owner, revisions, at);
    const when = { timeZone: timeZoneOfOwner(owner), at };
    await planChangedVisits(tx, changed, when);
    await forgetFormerAnswers(tx, changed);
    if (change.notifyPatient !== false) await noticeOfChange(deps, tx, changed, when);
    const shown = await shownAppointment(tx, deps, id);
    if (entries.length > 0) await recordAll(tx, entries, deps.cipher);
    // The answer shows the appointment, also when nothing of it changed.
    if (!changed.some(({ before }) => before === current)) {
      await record(tx, { ...actBy(owner, id, current.patientId), act: 'appointment.listed', at });
    }
    return shown;
  });
}

async function followingOf(
  tx: OwnerTx,
  { cipher }: AgendaDeps,
  current: Appointment,
  { scope, status }: AppointmentChange,
): Promise<Appointment[]> {
  if (scope !== 'following' || current.seriesId === undefined) return [];
  const isTakenBack = current.status === 'cancelled' && status === 'scheduled';
  return lockFollowing(tx, current, isTakenBack ? 'cancelled-together' : 'not-cancelled', cipher);
}

/** Refuses an appointment of another patient. */
export async function requireAppointmentOf(tx: OwnerTx, id: string, patientId: string): Promise<void> {
  if ((await patientOfAppointment(tx, id)) === patientId) return;
  throw new AppError('INVALID_INPUT', { fields: { appointmentId: 'La cita no es de este paciente' } });
}

/**
 * An appointment becomes attended when its note is finalised, unless it was cancelled. Returns the entries of the access
 * log, which are recorded after the other locks of the transaction.
 */
export async function markAttended(
  tx: OwnerTx,
  deps: Pick<Deps, 'cipher'>,
  owner: Owner,
  id: string,
  at: Date,
): Promise<DetailedEntry[]> {
  const current = await lockAppointment(tx, id, deps.cipher);
  if (!current || current.status === 'cancelled') return [];
  const revisions: Revision[] = [{ before: current, after: { ...current, status: 'attended' } }];
  return (await writeRevisions(tx, deps, owner, revisions, at)).entries;
}

/** Returns the changes that were written, and the entries of the access log. */
export async function writeRevisions(
  tx: OwnerTx,
  { cipher }: Pick<Deps, 'cipher'>,
  actor: Actor,
  revisions: readonly Revision[],
  at: Date,
): Promise<{ changed: Revision[]; entries: DetailedEntry[] }> {
  const entries = revisions.map((revision) => changeEntries(actor, revision, at));
  const changed = revisions.filter((_, index) => entries[index]?.length);
  await requireRoomForOverbooked(tx, changed);
  await deleteEndedHolds(tx, at);
  if (changed.length > 1) await requireFree(tx, changed);
  else await requireFreeForOne(tx, changed);
  for (const revision of changed) {
    const { before, after } = revision;
    const act = actOfChange(actor, revision, at);
    const writesNote = before.note !== after.note;
    if (!(await updateAppointment(tx, after, { at, act, writesNote, cipher }))) throw new AppError('SLOT_TAKEN');
  }
  return { changed, entries: entries.flat() };
}

/** Counts the appointments that the change makes overbooked on a day. */
async function requireRoomForOverbooked(tx: OwnerTx, changed: readonly Revision[]): Promise<void> {
  const counts = ({ overbooked, status }: Appointment) => overbooked && status !== 'cancelled';
  const added = changed
    .filter(({ before, after }) => counts(after) && !(counts(before) && before.date === after.date))
    .map(({ after }) => after);
  if (added.length === 0) return;
  const dates = added.map(({ date }) => date);
  const ids = added.map(({ _id }) => _id);
  refuseFullDays(dates, await overbookedOn(tx, dates, ids));
}

/** The owner is locked, so no other appointment comes in between. The constraint would refuse it too, without the days. */
async function requireFree(tx: OwnerTx, changed: readonly Revision[]): Promise<void> {
  const ids = changed.map(({ after }) => after._id);
  const spans = changed.filter(({ after }) => takesSlot(after)).map(({ after }) => toSpan(after));
  const dates = spans.map(({ date }) => date);
  const conflicts = findConflicts(spans, await spansOn(tx, dates, ids));
  if (conflicts.size > 0) throw slotsRefused(conflicts);
  await leaveSlots(tx, ids);
}

/** Asked before the update: a transaction that the constraint refused cannot ask what is in the way. */
async function requireFreeForOne(tx: OwnerTx, changed: readonly Revision[]): Promise<void> {
  for (const { before, after } of changed) {
    if (!takesSlot(after) || (takesSlot(before) && PLACE.every((field) => before[field] === after[field]))) continue;
    const conflicts = findConflicts([toSpan(after)], await spansOn(tx, [after.date], [after._id]));
    if (conflicts.size > 0) throw slotRefused(conflicts);
  }
}

const takesSlot = ({ status, overbooked }: Appointment): boolean => status !== 'cancelled' && !overbooked;

const PLACE = ['date', 'time', 'duration', 'overbooked'] as const;

/**
 * The entries of the access log about a change. An entry says that a note changed, and not its text, because the text
 * can be deleted.
 */
function changeEntries(actor: Actor, { before, after }: Revision, at: Date): DetailedEntry[] {
  const who = { ...actBy(actor, after._id, after.patientId), at };
  const fields = PLACE.filter((field) => before[field] !== after[field]);
  const valuesOf = (one: Appointment) => Object.fromEntries(fields.map((field) => [field, one[field]]));
  const detail: AccessDetail = {};
  if (fields.length > 0) Object.assign(detail, { before: valuesOf(before), after: valuesOf(after) });
  if (before.note !== after.note) detail.noteChanged = true;
  const entries: DetailedEntry[] = [];
  if (Object.keys(detail).length > 0) entries.push({ ...who, act: 'appointment.changed', detail });
  if (before.status !== after.status) {
    const statuses = { before: { status: before.status }, after: { status: after.status } };
    entries.push({ ...who, act: 'appointment.status-changed', detail: statuses });
  }
  return entries;
}
