import { isDay } from '#contract/days';
import { insertSlashes, parseDayText } from '#web/ui/day-text.ts';

/** '3/5/65', '030565' and '03051965' → '1965-05-03'. Other texts stay as they are. */
export function birthDateFrom(typed: string, today: string): string {
  const text = insertSlashes(typed).trim();
  const [, dayAndMonth, year] = /^(\d{1,2}\/\d{1,2}\/)(\d{2})$/.exec(text) ?? [];
  return parseDayText(dayAndMonth && year ? dayAndMonth + fullYear(year, today) : text);
}

/** Nobody is born in the future: in 2026, '26' is 2026 and '27' is 1927. */
function fullYear(year: string, today: string): string {
  const century = Number(today.slice(0, 2));
  return `${year <= today.slice(2, 4) ? century : century - 1}${year}`;
}

/** What is wrong with a birth date as it was typed. */
export function checkBirthDate(typed: string, today: string): string | undefined {
  if (!typed.trim()) return 'La fecha de nacimiento es requerida';
  const day = birthDateFrom(typed, today);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return 'Escribe día, mes y año, como 15/03/1988';
  if (!isDay(day)) return 'La fecha de nacimiento no es válida';
  return day <= today ? undefined : 'La fecha de nacimiento no puede ser futura';
}
