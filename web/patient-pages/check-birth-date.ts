import { isDay } from '#contract/days';
import { parseDayText } from '#web/ui/day-text.ts';

/** What is wrong with a birth date as it was typed. */
export function checkBirthDate(typed: string, today: string): string | undefined {
  if (!typed.trim()) return 'La fecha de nacimiento es requerida';
  const day = parseDayText(typed);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return 'Escribe día, mes y año, como 15/03/1988';
  if (!isDay(day)) return 'La fecha de nacimiento no es válida';
  return day <= today ? undefined : 'La fecha de nacimiento no puede ser futura';
}
