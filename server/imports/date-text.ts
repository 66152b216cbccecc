import type { DateOrder } from '#contract/imports/patient-import';

/** Excel counts days from here, because it takes 1900 for a leap year. */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 24 * 3600 * 1000;
/** From 1906 to 2099. A smaller number is rather the year of somebody's birth. */
const [MIN_SERIAL, MAX_SERIAL] = [2200, 73_050];
/** What a workbook of the Macintosh (1904 date system) adds to each number. */
export const DAYS_TO_1904 = 1462;

const NUMERIC = /^(\d{1,4})[-/.\s](\d{1,2})[-/.\s](\d{1,4})(?:[T\s].*)?$/;
const WITH_MONTH_NAME = /^(\d{1,2})(?:\s+de)?[-/.\s]+([a-zñáéíóú]{3,10})\.?(?:\s+de[l]?)?[-/.\s]+(\d{4})$/i;
const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];
const ENGLISH_MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A date as people write it, as '1980-05-10'. Undefined when it is not one date. */
export function dayOf(text: string, order: DateOrder, dayOffset = 0): string | undefined {
  const written = text.trim();
  if (/^\d{3,5}(\.\d+)?$/.test(written)) return daySerial(Number(written) + dayOffset);
  const parts = datePartsIn(written, order);
  return parts && existingDay(parts);
}

/** Whether the text is a complete date that no calendar has, as '31/02/1980'. */
export function isMissingDay(text: string, order: DateOrder): boolean {
  const parts = datePartsIn(text.trim(), order);
  return parts !== undefined && existingDay(parts) === undefined;
}

interface DateParts {
  year: string;
  month: string;
  day: string;
}

function datePartsIn(written: string, order: DateOrder): DateParts | undefined {
  const [, namedDay = '', name, namedYear = ''] = WITH_MONTH_NAME.exec(written) ?? [];
  if (name) {
    const month = monthNumber(name);
    return month === undefined ? undefined : { year: namedYear, month, day: namedDay };
  }
  const [, first = '', second = '', third = ''] = NUMERIC.exec(written) ?? [];
  if (first.length === 4) return { year: first, month: second, day: third };
  // A year of two digits is ambiguous: 24 may be 1924 or 2024.
  if (third.length !== 4) return undefined;
  return order === 'day-first'
    ? { year: third, month: second, day: first }
    : { year: third, month: first, day: second };
}

function daySerial(serial: number): string | undefined {
  if (serial < MIN_SERIAL || serial > MAX_SERIAL) return undefined;
  return new Date(EXCEL_EPOCH + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10);
}

function monthNumber(name: string): string | undefined {
  const start = name.slice(0, 3).toLowerCase();
  // 'setiembre' is Spanish too.
  const at = start === 'set' ? 8 : Math.max(MONTHS.indexOf(start), ENGLISH_MONTHS.indexOf(start));
  return at < 0 ? undefined : String(at + 1);
}

function existingDay({ year, month, day }: DateParts): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const instant = new Date(`${text}T00:00:00Z`);
  // 31 February would become a day of March.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text) ? text : undefined;
}

/** The order that the dates of a column have. Chile writes the day first, so that decides where both are possible. */
export function orderOf(texts: Iterable<string>): DateOrder {
  let hasMonthFirst = false;
  for (const text of texts) {
    const [, first = '', second = ''] = NUMERIC.exec(text.trim()) ?? [];
    if (first.length > 2) continue;
    if (Number(first) > 12) return 'day-first';
    if (Number(second) > 12) hasMonthFirst = true;
  }
  return hasMonthFirst ? 'month-first' : 'day-first';
}
