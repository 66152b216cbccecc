import { z } from 'zod';
import { addDays } from './days.ts';
import { Day, LAST_DAY } from './wire.ts';

const MAX_SERIES = 104;
/** From the first appointment of a series to its last. */
const MAX_SERIES_YEARS = 2;

const REPETITIONS = ['week', 'two-weeks', 'month'] as const;
type Repetition = (typeof REPETITIONS)[number];

export const Repeat = z
  .object({
    every: z.enum(REPETITIONS, 'Selecciona cada cuánto se repite'),
    /** How many appointments there are in all. */
    times: z
      .int('Debe ser un número entero')
      .min(2, 'Deben ser al menos 2 citas')
      .max(MAX_SERIES, `Pueden ser a lo más ${MAX_SERIES} citas`)
      .optional(),
    /** The last day on which the series may have an appointment. */
    until: Day('Selecciona una fecha').optional(),
    /** Creates only the appointments that do not conflict. Without it, a conflict refuses the whole series. */
    skipConflicts: z.boolean('Debe ser verdadero o falso').optional(),
  })
  .refine(({ times, until }) => (times === undefined) !== (until === undefined), {
    error: 'Indica cuántas citas son o hasta qué fecha, una de las dos',
    path: ['times'],
  });
export type Repeat = z.output<typeof Repeat>;

/**
 * The days of a series that begins on a day. A month without that day has its last day instead. A series over the limit
 * returns MAX_SERIES + 1 days, so that the caller can refuse it.
 */
export function datesOfSeries(date: string, { every, times, until }: Omit<Repeat, 'skipConflicts'>): string[] {
  const days: string[] = [];
  const count = Math.min(times ?? Number.POSITIVE_INFINITY, MAX_SERIES + 1);
  while (days.length < count) {
    const day = nthDay(date, every, days.length);
    if (until !== undefined && day > until) break;
    days.push(day);
  }
  return days;
}

function nthDay(date: string, every: Repetition, n: number): string {
  if (every === 'month') return addMonths(date, n);
  return addDays(date, n * (every === 'week' ? 7 : 14));
}

function addMonths(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  // Day 0 of a month is the last one of the month before.
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10);
}

/** Why a series is refused. Undefined for a valid one. */
export function seriesProblem(date: string, repeat: Repeat): { field: 'times' | 'until'; message: string } | undefined {
  const field = repeat.until === undefined ? 'times' : 'until';
  const days = datesOfSeries(date, repeat);
  const last = days.at(-1) ?? date;
  if (days.length < 2) return { field, message: 'La repetición termina antes de la segunda cita' };
  if (days.length > MAX_SERIES) return { field, message: `Pueden ser a lo más ${MAX_SERIES} citas` };
  if (last > addMonths(date, MAX_SERIES_YEARS * 12) || last > LAST_DAY) {
    return { field, message: 'La repetición puede durar a lo más dos años' };
  }
  return undefined;
}
