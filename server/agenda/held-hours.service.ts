import type { Appointment } from '#contract/agenda';
import type { Deps } from '#server/deps';
import type { OwnerTx } from '#server/platform/database/database';
import { planMovedVisits } from '#server/reminders/planning.service';
import { appointmentsWithIds } from './agenda.store.ts';
import {
  deleteEndedHolds,
  giveHeldHour,
  type HeldHour,
  holdUntil,
  insertHeldHour,
  releaseHeldHour,
} from './held-hours.store.ts';

/** Holds an hour for a booking. The owner is locked. Returns false when it is taken. */
export async function holdHour(tx: OwnerTx, held: HeldHour, at: Date): Promise<boolean> {
  await deleteEndedHolds(tx, at);
  return insertHeldHour(tx, held, at);
}

/** Returns false when the hour is no longer held. */
export const extendHold = (tx: OwnerTx, id: string, until: Date): Promise<boolean> => holdUntil(tx, id, until);

export const releaseHour = (tx: OwnerTx, id: string): Promise<void> => releaseHeldHour(tx, id);

/** The held hour becomes an appointment. Undefined when it is no longer held. */
export async function appointHeldHour(
  tx: OwnerTx,
  deps: Pick<Deps, 'cipher'>,
  { id, patientId }: { id: string; patientId: string },
  when: { timeZone: string; at: Date },
): Promise<Appointment | undefined> {
  if (!(await giveHeldHour(tx, id, patientId))) return undefined;
  const [appointment] = await appointmentsWithIds(tx, [id], deps.cipher);
  if (!appointment) return undefined;
  const { date, time, duration } = appointment;
  await planMovedVisits(tx, [{ id, date, time, duration }], when);
  return appointment;
}
