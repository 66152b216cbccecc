import { AppError } from '#server/platform/app-error';
import type { OwnerSql } from '#server/platform/database/database';
import { isCancelledAppointment, patientOfAppointment } from './agenda.store.ts';

/** For what is registered about a visit of a patient. */
export async function requireAppointmentOfPatient(db: OwnerSql, id: string, patientId: string): Promise<void> {
  if ((await patientOfAppointment(db, id)) === patientId) return;
  throw new AppError('INVALID_INPUT', { fields: { appointmentId: 'No es una cita de este paciente' } });
}

/** Whether a visit was cancelled. False for a deleted visit. */
export const wasCancelled = (db: OwnerSql, id: string): Promise<boolean> => isCancelledAppointment(db, id);
