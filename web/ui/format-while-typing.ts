const significant = (text: string) => text.replace(/[./\s-]/g, '').length;

/** Where the caret goes so that as many digits stand before it as stood before the signs between them were set. */
function caretAfter(digits: number, text: string): number {
  let position = 0;
  while (position < text.length && significant(text.slice(0, position)) < digits) position += 1;
  return position;
}

/** Sets dots, dashes or slashes in a text field without moving the caret from its digit. */
export function formatWhileTyping(input: HTMLInputElement, format: (text: string) => string): void {
  const digits = significant(input.value.slice(0, input.selectionStart ?? input.value.length));
  const written = format(input.value);
  if (written === input.value) return;
  input.value = written;
  const caret = caretAfter(digits, written);
  input.setSelectionRange(caret, caret);
}
