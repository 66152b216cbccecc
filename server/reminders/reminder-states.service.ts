import { addDays } from '#contract/days';
import type { LastReminder, PatientAnswer } from '#contract/reminder-states';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { instantIn } from '#server/platform/wall-clock';
import * as store from './reminder-states.store.ts';

interface ReminderStates {
  lastReminder: LastReminder | undefined;
  patientAnswer: PatientAnswer | undefined;
}

/** Adds to appointments what became of their reminders. */
export async function withReminderStates<Item extends { _id: string }>(
  db: OwnerSql,
  { cipher }: Pick<Deps, 'cipher'>,
  appointments: readonly Item[],
): Promise<(Item & ReminderStates)[]> {
  if (appointments.length === 0) return [];
  const ids = appointments.map(({ _id }) => _id);
  const [reminders, answers] = await Promise.all([store.lastReminders(db, ids), store.patientAnswers(db, ids, cipher)]);
  return appointments.map((one) => ({
    ...one,
    lastReminder: reminders.get(one._id),
    patientAnswer: answers.get(one._id),
  }));
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
