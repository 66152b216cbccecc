import type { QueryClient } from '@tanstack/react-query';
import { type Appointment, type AppointmentChange, DURATIONS, listAppointments } from '#contract/agenda';
import type { AppointmentsQuery } from '#contract/appointments-query';
import { inOrder } from '#web/agenda/week.ts';
import type { ForProfessional } from '#web/platform/professional.ts';

/** The loaded lists of appointments: days, weeks, and those of patients. */
export const LISTS = { queryKey: [listAppointments.path] };

type List = readonly Appointment[];

/** The list after an appointment has become this one. Lists of patients have all, lists of days the cancelled ones or the others. */
export function withAppointment(
  list: List,
  query: Partial<AppointmentsQuery>,
  appointment: Appointment,
): Appointment[] {
  const { _id, date, status, patientId } = appointment;
  if (query.patientId !== undefined) {
    if (query.patientId !== patientId) return [...list];
    return list.map((one) => (one._id === _id ? appointment : one));
  }
  const others = list.filter((one) => one._id !== _id);
  const { from = query.date ?? '', to = query.date ?? '' } = query;
  const isShown = from <= date && date <= to && (status === 'cancelled') === (query.status === 'cancelled');
  return isShown ? inOrder([...others, appointment]) : others;
}

/**
 * Puts the appointments into every loaded list to which they belong, and takes them from the others. An assistant has
 * lists of several professionals.
 */
export function showAppointments(cache: QueryClient, appointments: List, professional: string | undefined): void {
  for (const [key, list] of cache.getQueriesData<Appointment[]>(LISTS)) {
    const { query = {}, ...named } = (key[1] ?? {}) as ForProfessional & { query?: Partial<AppointmentsQuery> };
    if (list && named.professional === professional) {
      cache.setQueryData(
        key,
        appointments.reduce((result, one) => withAppointment(result, query, one), list),
      );
    }
  }
}

export function hideAppointment(cache: QueryClient, { _id }: Appointment): void {
  cache.setQueriesData<Appointment[]>(LISTS, (list) => list?.filter((one) => one._id !== _id));
}

/** The later appointments of the series that are not cancelled, among those that are loaded. */
export function followingIn(cache: QueryClient, { _id, seriesId, date }: Appointment): Appointment[] {
  if (!seriesId) return [];
  const lists = cache.getQueriesData<Appointment[]>(LISTS).flatMap(([, list]) => list ?? []);
  const byId = new Map(lists.map((one) => [one._id, one]));
  return [...byId.values()].filter(
    (one) => one._id !== _id && one.seriesId === seriesId && one.date > date && one.status !== 'cancelled',
  );
}

export type Change = Omit<AppointmentChange, 'scope'>;

/** The change that restores the appointment. The server refuses a day in the past, and a duration that is not offered. */
export function reversed(before: Appointment, change: Change, today: string): Change | undefined {
  const undo: Change = {};
  if (change.date !== undefined && change.date !== before.date) {
    if (before.date < today) return undefined;
    undo.date = before.date;
  }
  if (change.time !== undefined) undo.time = before.time;
  if (change.duration !== undefined) {
    undo.duration = DURATIONS.find((one) => one === before.duration);
    if (!undo.duration) return undefined;
  }
  if (change.note !== undefined) undo.note = before.note ?? null;
  if (change.overbooked !== undefined) undo.overbooked = before.overbooked;
  if (change.status !== undefined) undo.status = before.status;
  // A patient who was not told of the change is not told of its end.
  if (change.notifyPatient !== undefined) undo.notifyPatient = change.notifyPatient;
  return undo;
}

/** A move, or a cancellation, may concern the later ones of the series. The rest belongs to one appointment. */
export function concernsSeries({ seriesId }: Appointment, change: Change): boolean {
  const { date, time, duration, status, overbooked } = change;
  const isMove = (date ?? time ?? duration) !== undefined && !overbooked;
  return seriesId !== undefined && (status === undefined ? isMove : status === 'cancelled');
}
