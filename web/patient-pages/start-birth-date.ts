import { formatDay, isDay } from '#contract/days';
import { birthDateFrom } from '#web/patient-pages/check-birth-date.ts';
import { insertSlashes } from '#web/ui/day-text.ts';
import { formatWhileTyping } from '#web/ui/format-while-typing.ts';

/** Writes a birth date with slashes while it is typed, and with its whole year once it is. */
export function startBirthDate(input: HTMLInputElement, today: () => string): void {
  input.addEventListener('input', () => formatWhileTyping(input, insertSlashes));
  input.addEventListener('blur', () => {
    const day = birthDateFrom(input.value, today());
    if (isDay(day)) input.value = formatDay(day);
  });
}
