import { type Appointment, isOpen } from '#contract/agenda';
import type { OwnerTx } from '#server/platform/database/database';
import { announce, type MessageDeps } from '#server/reminders/messages.service';
import { planMovedVisits } from '#server/reminders/planning.service';
import { forgetAnswers, withReminderStates } from '#server/reminders/reminder-states.service';

export interface Revision {
  before: Appointment;
  after: Appointment;
}

interface When {
  timeZone: string;
  at: Date;
}

export const isMoved = ({ before, after }: Revision) => before.date !== after.date || before.time !== after.time;
const isCancelled = ({ before, after }: Revision) => before.status !== 'cancelled' && after.status === 'cancelled';
const isRestored = ({ before, after }: Revision) => before.status === 'cancelled' && after.status !== 'cancelled';

const toVisit = ({ _id, date, time, duration }: Appointment) => ({ id: _id, date, time, duration });

/** Reminders and links follow appointments to another hour. */
export async function planChangedVisits(tx: OwnerTx, changed: readonly Revision[], when: When): Promise<void> {
  const visits = changed.filter((one) => isMoved(one) || isRestored(one)).map(({ after }) => toVisit(after));
  if (visits.length > 0) await planMovedVisits(tx, visits, when);
}

/** An appointment that its patient has confirmed is not confirmed at another hour: the patient is reminded again. */
export async function withoutFormerConfirmations(
  tx: OwnerTx,
  deps: Pick<MessageDeps, 'cipher'>,
  revisions: readonly Revision[],
): Promise<Revision[]> {
  const moved = revisions.filter((one) => isMoved(one) && one.after.status === 'confirmed').map(({ before }) => before);
  const answered = await withReminderStates(tx, deps, moved);
  const confirmed = answered.filter(({ patientAnswer }) => patientAnswer?.answer === 'confirmed');
  const ids = new Set(confirmed.map(({ _id }) => _id));
  return revisions.map(({ before, after }) => ({
    before,
    after: ids.has(after._id) ? { ...after, status: 'scheduled' } : after,
  }));
}

/** What the patient answered was about the former hour. */
export async function forgetFormerAnswers(tx: OwnerTx, changed: readonly Revision[]): Promise<void> {
  const ids = changed.filter((one) => isMoved(one) || isRestored(one)).map(({ after }) => after._id);
  if (ids.length > 0) await forgetAnswers(tx, ids);
}

/** Tells the patient of another hour or of the cancellation. Several appointments of a series are one mail. */
export async function noticeOfChange(
  deps: MessageDeps,
  tx: OwnerTx,
  changed: readonly Revision[],
  when: When,
): Promise<void> {
  const cancelled = changed.filter(isCancelled);
  const restored = changed.filter(isRestored);
  const moved = changed.filter((one) => isMoved(one) && isOpen(one.after));
  const [kind, told] =
    cancelled.length > 0
      ? (['cancellation', cancelled] as const)
      : restored.length > 0
        ? (['booking', restored] as const)
        : (['change', moved] as const);
  const [first] = told;
  if (!first) return;
  const { patientId, date, time } = first.before;
  const visits = told.map(({ after }) => toVisit(after));
  const previous = kind === 'change' ? { date, time } : undefined;
  await announce(deps, tx, { kind, patientId, visits, previous, isRestored: kind === 'booking' }, when);
}

/** Confirms to the patient the hour that the patient chose. */
export async function noticeOfOwnMove(
  deps: MessageDeps,
  tx: OwnerTx,
  { before: { patientId, date, time }, after }: Revision,
  when: When,
): Promise<void> {
  const move = { kind: 'change', isByPatient: true, previous: { date, time } } as const;
  await announce(deps, tx, { ...move, patientId, visits: [toVisit(after)] }, when);
}
