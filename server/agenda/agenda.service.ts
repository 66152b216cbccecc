import type { Appointment, NewAppointment } from '#contract/agenda';
import { actBy, record } from '#server/audit/audit.store';
import { type Owner, todayOf } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { requirePatient } from '#server/patients/patients.service';
import { AppError } from '#server/platform/app-error';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import { appointmentsAfter, insertAppointment, removeAppointment } from './agenda.store.ts';

type AgendaDeps = Pick<Deps, 'tenantTransaction' | 'cipher' | 'now'>;

export function createAppointment(deps: AgendaDeps, owner: Owner, appointment: NewAppointment): Promise<Appointment> {
  const at = deps.now();
  if (appointment.date < todayOf(owner, at)) {
    throw new AppError('INVALID_INPUT', { fields: { date: 'La fecha no puede ser anterior a hoy' } });
  }
  const id = uuidv7(at);
  return deps.tenantTransaction(owner.id, async (tx) => {
    const [, patient] = await Promise.all([lockOwner(tx), requirePatient(tx, deps, owner, appointment.patientId)]);
    const [isFree] = await Promise.all([
      insertAppointment(tx, id, appointment, deps.cipher, at),
      record(tx, { ...actBy(owner, id, patient._id), act: 'appointment.created', at }),
    ]);
    if (!isFree) throw new AppError('SLOT_TAKEN');
    return { ...appointment, _id: id, patientId: patient._id, patientName: patient.name, patientRut: patient.rut };
  });
}

const APPOINTMENTS_AT_ONCE = 500;

/** All appointments of a patient, or of the account, in pages. For exports. */
export async function* pagesOfAppointments(
  deps: Pick<Deps, 'tenantRead' | 'cipher'>,
  owner: Owner,
  patientId?: string,
): AsyncGenerator<Appointment[]> {
  let after: string | undefined;
  for (;;) {
    const window = { patientId, after, limit: APPOINTMENTS_AT_ONCE };
    const page = await deps.tenantRead(owner.id, (db) => appointmentsAfter(db, window, deps.cipher));
    yield page;
    if (page.length < APPOINTMENTS_AT_ONCE) return;
    after = page.at(-1)?._id;
  }
}

export function deleteAppointment(deps: AgendaDeps, owner: Owner, id: string): Promise<undefined> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    const removed = await removeAppointment(tx, id);
    if (!removed) throw new AppError('NOT_FOUND');
    await record(tx, { ...actBy(owner, id, removed.patientId), act: 'appointment.deleted', at: deps.now() });
    return undefined;
  });
}
