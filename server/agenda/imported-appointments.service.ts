import type { NewAppointment } from '#contract/agenda';
import type { Span } from '#contract/appointment-spans';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';
import { planReminders } from '#server/reminders/planning.service';
import { insertAppointments, spansFrom } from './agenda.store.ts';
import { removeAppointments } from './appointment-removal.store.ts';
import { deleteEndedHolds } from './held-hours.store.ts';

interface ImportedAppointment {
  id: string;
  patientId: string;
}

/** Adds many appointments. The caller holds the lock of the owner and records the import. */
export async function addImportedAppointments(
  tx: OwnerTx,
  { cipher }: Pick<Deps, 'cipher'>,
  appointments: readonly NewAppointment[],
  when: { timeZone: string; at: Date },
): Promise<ImportedAppointment[]> {
  const { at } = when;
  const rows = appointments.map((appointment) => ({ id: uuidv7(at), seriesId: undefined, appointment }));
  await deleteEndedHolds(tx, at);
  if (!(await insertAppointments(tx, rows, cipher, at))) throw new AppError('SLOT_TAKEN');
  const visits = rows.map(({ id, appointment: { date, time, duration } }) => ({ id, date, time, duration }));
  await planReminders(tx, visits, when);
  return rows.map(({ id, appointment: { patientId } }) => ({ id, patientId }));
}

export const removeImportedAppointments = (tx: OwnerTx, ids: readonly string[]): Promise<ImportedAppointment[]> =>
  removeAppointments(tx, ids);

/** The booked times from a day on, and those that are held for a booking. */
export const bookedFrom = (db: OwnerSql, day: string, now: Date): Promise<Span[]> => spansFrom(db, day, now);
