const significant = (text: string) => text.replace(/[./\s-]/g, '').length;

/** The position that has the given number of digits before it. */
function caretAfter(digits: number, text: string): number {
  let position = 0;
  while (position < text.length && significant(text.slice(0, position)) < digits) position += 1;
  return position;
}

/** Formats a text field, for example with dots or slashes, and keeps the caret at the same digit. */
export function formatWhileTyping(input: HTMLInputElement, format: (text: string) => string): void {
  const digits = significant(input.value.slice(0, input.selectionStart ?? input.value.length));
  const formatted = format(input.value);
  if (formatted === input.value) return;
  input.value = formatted;
  const caret = caretAfter(digits, formatted);
  input.setSelectionRange(caret, caret);
}
