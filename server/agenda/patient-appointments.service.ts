import { AppError } from '#server/platform/app-error';
import type { OwnerSql } from '#server/platform/database/database';
import { isPlannedAppointment, patientOfAppointment } from './agenda.store.ts';

/** For what is registered about a visit of a patient. */
export async function requireAppointmentOfPatient(db: OwnerSql, id: string, patientId: string): Promise<void> {
  if ((await patientOfAppointment(db, id)) === patientId) return;
  throw new AppError('INVALID_INPUT', { fields: { appointmentId: 'No es una cita de este paciente' } });
}

/** Whether a visit takes place or took place: it was neither cancelled nor deleted. */
export const isPlanned = (db: OwnerSql, id: string): Promise<boolean> => isPlannedAppointment(db, id);
