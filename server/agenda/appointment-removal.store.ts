import type { Appointment } from '#contract/agenda';
import { toClock } from '#contract/days';
import type { Modality } from '#contract/services';
import { modalityOfAppointment } from '#server/platform/database/appointment-modality';
import type { OwnerTx } from '#server/platform/database/database';

interface RemovedAppointment extends Pick<Appointment, 'date' | 'time' | 'duration' | 'status'> {
  id: string;
  patientId: string;
  revision: number;
  modality: Modality;
}

/** Returns the removed appointment. Undefined for an unknown one. */
export async function removeAppointment(tx: OwnerTx, id: string): Promise<RemovedAppointment | undefined> {
  // Citus takes no subquery in the clause that returns what was deleted.
  const [found] = await tx<[{ modality: Modality }?]>`
    select ${modalityOfAppointment(tx.owner)} as modality from appointments a
     where owner_id = ${tx.owner} and id = ${id}`;
  const [removed] = await tx<[(Omit<RemovedAppointment, 'time' | 'modality'> & { startMinute: number })?]>`
    delete from appointments where owner_id = ${tx.owner} and id = ${id} and patient_id is not null
    returning id, patient_id as "patientId", date, start_minute as "startMinute", duration, status, revision`;
  if (!found || !removed) return undefined;
  const { startMinute, ...row } = removed;
  return { ...row, ...found, time: toClock(startMinute) };
}

export async function removeAppointments(
  tx: OwnerTx,
  ids: readonly string[],
): Promise<{ id: string; patientId: string }[]> {
  return tx<{ id: string; patientId: string }[]>`
    delete from appointments where owner_id = ${tx.owner} and id = any (${ids}::uuid[]) and patient_id is not null
    returning id, patient_id as "patientId"`;
}
