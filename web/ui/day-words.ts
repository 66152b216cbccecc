import { addDays, weekdayOf } from '#contract/days';

/** A part of a day in words, such as its weekday. */
export const formatDayPart = (day: string, options: Intl.DateTimeFormatOptions) =>
  formatWith(options).format(new Date(`${day}T12:00:00Z`));

/** Making a format takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatWith(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat('es-CL', { timeZone: 'UTC', ...options });
  formats.set(key, format);
  return format;
}

/** '2026-11-16' → 'lunes 16 de noviembre, 2026' */
export const longDay = (day: string): string =>
  `${formatDayPart(day, { weekday: 'long' })} ${Number(day.slice(8))} de ${formatDayPart(day, { month: 'long' })}, ${Number(day.slice(0, 4))}`;

/** The seven days of the week of a day, from Monday. */
export function weekAround(day: string): string[] {
  const monday = addDays(day, 1 - weekdayOf(day));
  return Array.from({ length: 7 }, (_, i) => addDays(monday, i));
}

/** 'Semana del 16 al 22 de noviembre, 2026'. Month and year are repeated only where they change. */
export function weekTitle(week: readonly string[]): string {
  const [first = '', last = ''] = [week[0], week.at(-1)];
  const month = (day: string) => ` de ${formatDayPart(day, { month: 'long' })}`;
  const year = (day: string) => `, ${day.slice(0, 4)}`;
  const isSameYear = first.slice(0, 4) === last.slice(0, 4);
  const isSameMonth = first.slice(0, 7) === last.slice(0, 7);
  const start = `${Number(first.slice(8))}${isSameMonth ? '' : month(first)}${isSameYear ? '' : year(first)}`;
  return `Semana del ${start} al ${Number(last.slice(8))}${month(last)}${year(last)}`;
}
