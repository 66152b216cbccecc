import { knownZone } from '#contract/regions';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a format takes a hundred times as long as using it, and a history shows hundreds of instants. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('es-CL', {
    timeZone: knownZone(timeZone),
    hourCycle: 'h23',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/** The day and time of an instant in a time zone: '15/07/2026' and '09:05'. */
export function formatInstant(instant: string, timeZone: string): { day: string; clock: string } {
  const parts = formatIn(timeZone).formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return { day: `${part('day')}/${part('month')}/${part('year')}`, clock: `${part('hour')}:${part('minute')}` };
}

/** The day of an instant with dashes: '15-07-2026'. */
export const formatDayWithDashes = (instant: string, timeZone: string): string =>
  formatInstant(instant, timeZone).day.replaceAll('/', '-');

/** '15/07/2026 09:05' */
export function formatMoment(instant: string, timeZone: string): string {
  const { day, clock } = formatInstant(instant, timeZone);
  return `${day} ${clock}`;
}
