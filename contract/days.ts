// A day is a string ('2026-09-06'), not a Date: clocks in Chile change at midnight, so some days have no 00:00.

const calendars = new Map<string, Intl.DateTimeFormat>();

/** Since 1972 the clocks of all time zones differ by quarters of an hour, so every day begins with a quarter. */
const QUARTER_MS = 900_000;
/** The last result in each time zone: a server asks for the current day with almost every request. */
const lastDays = new Map<string, { quarter: number; day: string }>();

/** The calendar day of an instant in a time zone. */
export function dayIn(timeZone: string, instant: Date): string {
  const quarter = Math.floor(instant.getTime() / QUARTER_MS);
  const last = lastDays.get(timeZone);
  if (last?.quarter === quarter) return last.day;
  // Formatters are cached: creating one takes about a hundred times as long as using it.
  const calendar =
    calendars.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  calendars.set(timeZone, calendar);
  const day = calendar.format(instant);
  lastDays.set(timeZone, { quarter, day });
  return day;
}

/** The hour (0 to 23) of an instant in a time zone. */
export function hourIn(timeZone: string, instant: Date): number {
  return Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(instant));
}

/** Age in whole years. In common years, people born on 29 February have their birthday on 1 March. */
export function ageOn(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

export function greetingAt(hour: number): 'Buenos días' | 'Buenas tardes' | 'Buenas noches' {
  if (hour < 12) return 'Buenos días';
  return hour < 18 ? 'Buenas tardes' : 'Buenas noches';
}

/** 570 → '09:30' */
export const toClock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** '09:30' → 570 */
export const toMinutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Adds calendar days; a negative number subtracts. Clock changes have no effect. */
export function addDays(day: string, days: number): string {
  const noon = new Date(`${day}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + days);
  return noon.toISOString().slice(0, 10);
}

/** How many calendar days later the second day is. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The weekday of a day: 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay() || 7;

/** Whether a text is a day of the years that a calendar shows. */
export function isDay(text: string): boolean {
  if (!/^(?:19|20)\d\d-\d\d-\d\d$/.test(text)) return false;
  const noon = new Date(`${text}T12:00:00Z`);
  // The thirtieth of February is read as a day of March.
  return !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(text);
}

/** '2026-11-15' → '15/11/2026' */
export const formatDay = (day: string): string => day.split('-').reverse().join('/');
