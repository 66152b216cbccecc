import { addDays } from '#contract/days';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { instantIn } from '#server/platform/wall-clock';
import * as store from './reminder-states.store.ts';

const NO_STATES: store.ReminderStates = { lastReminder: undefined, patientAnswer: undefined };

/** Adds to appointments the states of their reminders. */
export async function withReminderStates<Item extends { _id: string }>(
  db: OwnerSql,
  { cipher }: Pick<Deps, 'cipher'>,
  appointments: readonly Item[],
): Promise<(Item & store.ReminderStates)[]> {
  if (appointments.length === 0) return [];
  const states = await store.reminderStates(
    db,
    appointments.map(({ _id }) => _id),
    cipher,
  );
  return appointments.map((one) => ({ ...one, ...(states.get(one._id) ?? NO_STATES) }));
}

/** The ids of the appointments that patients answered about on a day, the last answer first. */
export function answeredOn(db: OwnerSql, date: string, timeZone: string): Promise<string[]> {
  // Clocks change at midnight: the day begins an hour later in summer, at an hour that exists.
  const startOfDay = (day: string) => instantIn(timeZone, { date: day, time: '00:00' });
  return store.answeredBetween(db, startOfDay(date), startOfDay(addDays(date, 1)));
}

/** Stores what the patient did with a link. A later answer replaces it. */
export const storeAnswer = (
  tx: OwnerTx,
  { cipher }: Pick<Deps, 'cipher'>,
  appointmentId: string,
  answer: store.NewAnswer,
): Promise<void> => store.storeAnswer(tx, appointmentId, answer, cipher);

/** An answer is about the hour that the patient saw. */
export const forgetAnswers = (tx: OwnerTx, ids: readonly string[]): Promise<void> => store.deleteAnswers(tx, ids);

export async function getLastReminderChange(
  deps: Pick<Deps, 'tenantRead'>,
  owner: Owner,
): Promise<{ at: string | null }> {
  const at = await deps.tenantRead(owner.id, store.lastChangeAt);
  return { at: at?.toISOString() ?? null };
}
