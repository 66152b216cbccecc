import { knownZone } from '#contract/regions';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Kept: to make one takes a hundred times as long as to use it, and a history asks for hundreds of moments. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('es-CL', {
    ...{ timeZone: knownZone(timeZone), hourCycle: 'h23', day: '2-digit', month: '2-digit', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit' },
  });
  formats.set(timeZone, made);
  return made;
}

/** What calendar and clock of that zone show at an instant: '15/07/2026' and '09:05'. */
export function formatInstant(instant: string, timeZone: string): { day: string; clock: string } {
  const parts = formatIn(timeZone).formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return { day: `${part('day')}/${part('month')}/${part('year')}`, clock: `${part('hour')}:${part('minute')}` };
}

/** The day of an instant as es-CL writes it: '15-07-2026'. */
export const formatDayWithDashes = (instant: string, timeZone: string): string =>
  formatInstant(instant, timeZone).day.replaceAll('/', '-');
