import type { z } from 'zod';
import {
  type Appointment,
  type AppointmentRequest,
  type createAppointment as createAppointmentEndpoint,
  DEFAULT_DURATION,
  isOpen,
  type NewAppointment,
} from '#contract/agenda';
import { datesOfSeries, type Repeat } from '#contract/appointment-series';
import { toSpan } from '#contract/appointment-spans';
import { APPOINTMENTS_PER_PAGE, type AppointmentsQuery } from '#contract/appointments-query';
import { actBy, record, recordMany } from '#server/audit/audit.store';
import { type Owner, timeZoneOfOwner, todayOf } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { endLinks } from '#server/links/links';
import { requireExistingPatient, requirePatient } from '#server/patients/patients.service';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import { announce, type MessageDeps } from '#server/reminders/messages.service';
import { planReminders } from '#server/reminders/planning.service';
import { answeredOn, withReminderStates } from '#server/reminders/reminder-states.service';
import { requireService } from '#server/services/services.service';
import {
  appointmentsAfter,
  appointmentsBetween,
  appointmentsOfPatient,
  appointmentsWithIds,
  insertAppointments,
  overbookedOn,
  patientOfAppointment,
  spansOn,
} from './agenda.store.ts';
import { removeAppointment } from './appointment-removal.store.ts';
import { findConflicts, refuseFullDays, slotRefused, slotsRefused } from './conflicts.ts';
import { deleteEndedHolds } from './held-hours.store.ts';
import { shownAppointment, storeCreation, withRemindersAndLastAct } from './last-acts.service.ts';

export type AgendaDeps = Pick<Deps, 'tenantTransaction' | 'cipher' | 'now' | 'identity'> & MessageDeps;
type CreatedAppointment = z.output<(typeof createAppointmentEndpoint)['reply']>;

/** The appointments of a day, of a period, or of a patient. The contract allows one of the three. */
export function listAppointments(
  deps: Pick<Deps, 'tenantRead' | 'cipher' | 'identity'>,
  owner: Owner,
  { date, from = date, to = date, patientId, before, status }: AppointmentsQuery,
): Promise<Appointment[]> {
  return deps.tenantRead(owner.id, async (db) => {
    if (patientId === undefined) {
      const period = { from: from ?? '', to: to ?? '', isCancelled: status === 'cancelled' };
      return withRemindersAndLastAct(db, deps, await appointmentsBetween(db, period, deps.cipher));
    }
    const page = { patientId, after: before, limit: APPOINTMENTS_PER_PAGE };
    const [, patientBefore, appointments] = await Promise.all([
      requireExistingPatient(db, patientId),
      before === undefined ? patientId : patientOfAppointment(db, before),
      appointmentsOfPatient(db, page, deps.cipher),
    ]);
    if (patientBefore !== patientId) {
      throw new AppError('INVALID_INPUT', { fields: { before: 'No es una cita de este paciente' } });
    }
    return withRemindersAndLastAct(db, deps, appointments);
  });
}

/** The appointments that patients answered about on a day, the last answer first. */
export function listAnswers(
  deps: Pick<Deps, 'tenantRead' | 'cipher' | 'identity'>,
  owner: Owner,
  date: string,
): Promise<Appointment[]> {
  return deps.tenantRead(owner.id, async (db) => {
    const ids = await answeredOn(db, date, timeZoneOfOwner(owner));
    const appointments = await appointmentsWithIds(db, ids, deps.cipher);
    const inOrder = appointments.toSorted((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id));
    return withRemindersAndLastAct(db, deps, inOrder);
  });
}

/** Creates an appointment, or the appointments of a series. Returns the first one. */
export function createAppointment(
  deps: AgendaDeps,
  owner: Owner,
  request: AppointmentRequest,
): Promise<CreatedAppointment> {
  const at = deps.now();
  requireFromToday(owner, at, request.date);
  const { repeat, overbooked = false, serviceId } = request;
  const seriesId = repeat && uuidv7(at);
  return deps.tenantTransaction(owner.id, async (tx) => {
    const [, patient, service] = await Promise.all([
      lockOwner(tx),
      requirePatient(tx, deps, owner, request.patientId),
      serviceId === undefined ? undefined : requireService(tx, serviceId),
    ]);
    await deleteEndedHolds(tx, at);
    const appointment = { ...request, duration: request.duration ?? service?.duration ?? DEFAULT_DURATION };
    const { dates, skipped } = repeat
      ? await freeDates(tx, appointment, repeat)
      : { dates: [appointment.date], skipped: undefined };
    if (overbooked) refuseFullDays(dates, await overbookedOn(tx, dates));
    const rows = dates.map((date) => ({ id: uuidv7(at), seriesId, service, appointment: { ...appointment, date } }));
    const [areFree] = await Promise.all([
      insertAppointments(tx, rows, deps.cipher, at),
      recordMany(
        tx,
        rows.map(({ id }) => ({ ...actBy(owner, id, patient._id), act: 'appointment.created', at })),
      ),
    ]);
    const [first] = rows;
    if (!areFree || !first) {
      const spans = dates.map((date) => toSpan({ ...appointment, date }));
      throw slotRefused(findConflicts(spans, await spansOn(tx, dates)));
    }
    await storeCreation(
      tx,
      owner,
      rows.map(({ id }) => id),
      at,
    );
    const { time, duration } = first.appointment;
    const visits = rows.map(({ id, appointment: one }) => ({ id, date: one.date, time, duration }));
    const when = { timeZone: timeZoneOfOwner(owner), at };
    await planReminders(tx, visits, when);
    await announce(deps, tx, { kind: 'booking', patientId: patient._id, visits }, when);
    return { ...(await shownAppointment(tx, deps, first.id)), skipped };
  });
}

/** The days of a series, without those of a conflict if the request says so. */
async function freeDates(tx: OwnerTx, appointment: NewAppointment, repeat: Repeat) {
  const dates = datesOfSeries(appointment.date, repeat);
  const spans = dates.map((date) => toSpan({ ...appointment, date }));
  const conflicts = findConflicts(spans, appointment.overbooked ? [] : await spansOn(tx, dates));
  const skipped = [...conflicts.keys()];
  if (skipped.length > 0 && (!repeat.skipConflicts || skipped.length === dates.length)) throw slotsRefused(conflicts);
  return { dates: dates.filter((date) => !skipped.includes(date)), skipped };
}

export function requireFromToday(owner: Owner, at: Date, date: string): void {
  if (date >= todayOf(owner, at)) return;
  throw new AppError('INVALID_INPUT', { fields: { date: 'La fecha no puede ser anterior a hoy' } });
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
    const page = await deps.tenantRead(owner.id, async (db) =>
      withReminderStates(db, deps, await appointmentsAfter(db, window, deps.cipher)),
    );
    yield page;
    if (page.length < APPOINTMENTS_AT_ONCE) return;
    after = page.at(-1)?._id;
  }
}

export function deleteAppointment(
  deps: AgendaDeps,
  owner: Owner,
  id: string,
  { notifyPatient = true }: { notifyPatient?: boolean | undefined },
): Promise<undefined> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    const removed = await removeAppointment(tx, id);
    if (!removed) throw new AppError('NOT_FOUND');
    const at = deps.now();
    const { patientId, status, revision, modality: deletedModality, ...visit } = removed;
    await endLinks(tx, id);
    if (notifyPatient && isOpen({ status })) {
      const deleted = { deletedRevision: revision + 1, deletedModality };
      const cancellation = { kind: 'cancellation', patientId, visits: [visit] } as const;
      await announce(deps, tx, { ...cancellation, ...deleted }, { timeZone: timeZoneOfOwner(owner), at });
    }
    await record(tx, { ...actBy(owner, id, patientId), act: 'appointment.deleted', at });
    return undefined;
  });
}
