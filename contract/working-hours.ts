import { z } from 'zod';
import { Duration } from './agenda.ts';
import { toClock, toMinutes, weekdayOf } from './days.ts';
import { endpoint } from './endpoint.ts';
import { SLOT_MINUTES } from './slots.ts';
import { optionalLine } from './text.ts';
import { undecryptable } from './undecryptable.ts';
import { Day, Id } from './wire.ts';

/** Hours and absences begin and end with a slot of the agenda. */
const SLOTS_OF_DAY = (24 * 60) / SLOT_MINUTES;
const MAX_INTERVALS = 7 * 8;
export const MAX_ABSENCES = 500;
const MAX_REASON = 100;

/** '00:00' … '24:00' */
export const HALF_HOURS = Array.from({ length: SLOTS_OF_DAY + 1 }, (_, i) => toClock(i * SLOT_MINUTES)) as [
  string,
  ...string[],
];
const HalfHour = z.enum(HALF_HOURS, 'Selecciona una hora');

/** '09:00' to '13:00' on Mondays. */
export const WorkingInterval = z
  .object({
    /** 1 for Monday to 7 for Sunday. */
    weekday: z.int('Selecciona un día').min(1, 'Selecciona un día').max(7, 'Selecciona un día'),
    from: HalfHour,
    to: HalfHour,
  })
  .refine(({ from, to }) => from < to, { error: 'Debe terminar después de empezar', path: ['to'] });
export type WorkingInterval = z.output<typeof WorkingInterval>;

/** No intervals: the hours are not set, and all times can be booked. */
export const WorkingHours = z.object({
  hours: z
    .array(WorkingInterval)
    .max(MAX_INTERVALS, `Puedes indicar hasta ${MAX_INTERVALS} tramos`)
    .superRefine((hours, context) => {
      const index = overlappingInterval(hours);
      if (index >= 0) {
        context.addIssue({ code: 'custom', message: 'Se cruza con otro tramo del mismo día', path: [index, 'from'] });
      }
    }),
  /** The duration with which a new appointment begins on the page. Absent: 30 minutes. */
  defaultDuration: Duration.optional().meta({ description: 'La duración, en minutos, con que parte una cita nueva' }),
});
export type WorkingHours = z.output<typeof WorkingHours>;

/** The first interval that overlaps an earlier one of its day, or -1. */
const overlappingInterval = (hours: readonly WorkingInterval[]): number =>
  hours.findIndex((one, index) =>
    hours.slice(0, index).some((other) => one.weekday === other.weekday && one.from < other.to && other.from < one.to),
  );

const period = {
  from: Day('Selecciona una fecha'),
  to: Day('Selecciona una fecha'),
  /** With times, each day of the period is blocked between them. Without times, whole days are blocked. */
  startTime: HalfHour.optional(),
  endTime: HalfHour.optional(),
};

export const NewAbsence = z
  .object({ ...period, reason: optionalLine(MAX_REASON) })
  .refine(({ from, to }) => from <= to, { error: 'Debe ser igual o posterior al primer día', path: ['to'] })
  .refine(({ startTime, endTime }) => (startTime === undefined) === (endTime === undefined), {
    error: 'Indica las dos horas o ninguna',
    path: ['endTime'],
  })
  .refine(({ startTime, endTime }) => !startTime || !endTime || startTime < endTime, {
    error: 'Debe terminar después de empezar',
    path: ['endTime'],
  });
export type NewAbsence = z.output<typeof NewAbsence>;

export const Absence = z.object({ _id: z.uuid(), ...period, reason: z.string().optional(), undecryptable });
export type Absence = z.output<typeof Absence>;

/** Minutes of a day in which the professional does not attend, with the reason to show. */
export interface Unavailability {
  from: number;
  to: number;
  reason: string;
}

const OUTSIDE_HOURS = 'Fuera de horario';
const BLOCKED = 'Bloqueado';

/** When a professional does not attend on a day, in order and without overlaps. An absence precedes the hours. */
export function unavailability(
  { hours, absences }: { hours: readonly WorkingInterval[]; absences: readonly Absence[] },
  date: string,
): Unavailability[] {
  const ofDay = hours.filter(({ weekday }) => weekday === weekdayOf(date));
  const current = absences.filter(({ from, to }) => from <= date && date <= to);
  const reasonAt = (clock: string): string | undefined => {
    const absence = current.find(({ startTime = '00:00', endTime = '24:00' }) => startTime <= clock && clock < endTime);
    if (absence) return absence.reason ?? BLOCKED;
    const isOutside = hours.length > 0 && !ofDay.some(({ from, to }) => from <= clock && clock < to);
    return isOutside ? OUTSIDE_HOURS : undefined;
  };
  const spans: Unavailability[] = [];
  for (const clock of HALF_HOURS.slice(0, SLOTS_OF_DAY)) {
    const reason = reasonAt(clock);
    const from = toMinutes(clock);
    const last = spans.at(-1);
    if (reason === undefined) continue;
    if (last?.to === from && last.reason === reason) last.to = from + SLOT_MINUTES;
    else spans.push({ from, to: from + SLOT_MINUTES, reason });
  }
  return spans;
}

export const getWorkingHours = endpoint({
  method: 'GET',
  path: '/api/account/working-hours',
  access: 'professional',
  assistants: 'for-professional',
  summary:
    'El horario de atención de cada día de la semana (1 es lunes), vacío si no se ha indicado, y la duración habitual de una cita',
  reply: WorkingHours,
});

export const putWorkingHours = endpoint({
  method: 'PUT',
  path: '/api/account/working-hours',
  access: 'professional',
  summary: 'Reemplaza el horario de atención y la duración habitual de una cita; no impide otras citas',
  body: WorkingHours,
  reply: WorkingHours,
});

export const listAbsences = endpoint({
  method: 'GET',
  path: '/api/account/absences',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Los períodos bloqueados de la agenda, por fecha',
  reply: z.array(Absence),
});

export const createAbsence = endpoint({
  method: 'POST',
  path: '/api/account/absences',
  access: 'professional',
  summary: 'Bloquea un período de la agenda; las horas, si se indican, valen para cada día; no impide crear citas',
  body: NewAbsence,
  reply: Absence,
  status: 201,
});

export const deleteAbsence = endpoint({
  method: 'DELETE',
  path: '/api/account/absences/{id}',
  access: 'professional',
  summary: 'Elimina un período bloqueado',
  params: Id,
  reply: z.undefined(),
});
