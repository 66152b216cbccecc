const SEPARATOR = /[./:\s-]/;
const significant = (text: string) => text.replaceAll(/[./:\s-]/g, '').length;

/** The position in the formatted text that has the same digits before it, and the separator that was just typed. */
function caretAfter(before: string, formatted: string): number {
  const digits = significant(before);
  let position = 0;
  while (position < formatted.length && significant(formatted.slice(0, position)) < digits) position += 1;
  const isPastSeparator = SEPARATOR.test(before.slice(-1)) && SEPARATOR.test(formatted.charAt(position));
  return isPastSeparator ? position + 1 : position;
}

/** Formats a text field, for example with dots or slashes, and keeps the caret at the same digit. */
export function formatWhileTyping(input: HTMLInputElement, format: (text: string) => string): void {
  const before = input.value.slice(0, input.selectionStart ?? input.value.length);
  const formatted = format(input.value);
  if (formatted === input.value) return;
  input.value = formatted;
  const caret = caretAfter(before, formatted);
  input.setSelectionRange(caret, caret);
}
