import type { ChangeEvent, ComponentProps } from 'react';
import { formatRut } from '#contract/rut';
import { TextInput } from '#web/ui/text-input.tsx';

const significant = (text: string) => text.replace(/[.\s-]/g, '').length;

/** Where the caret goes so that as many digits stand before it as stood before the dots were set. */
function caretAfter(digits: number, text: string): number {
  let position = 0;
  while (position < text.length && significant(text.slice(0, position)) < digits) position += 1;
  return position;
}

function writeDots(input: HTMLInputElement): void {
  const digits = significant(input.value.slice(0, input.selectionStart ?? input.value.length));
  const written = formatRut(input.value);
  if (written === input.value) return;
  input.value = written;
  const caret = caretAfter(digits, written);
  input.setSelectionRange(caret, caret);
}

/** Sets dots and dash while one types: 123456785 → 12.345.678-5. What has not the shape of a RUT stays as written. */
export function RutInput({ onChange, className = '', ...rest }: ComponentProps<'input'>) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    writeDots(event.currentTarget);
    onChange?.(event);
  };
  return (
    <TextInput
      placeholder="12.345.678-5"
      autoComplete="off"
      spellCheck={false}
      {...rest}
      onChange={change}
      className={`tabular-nums ${className}`}
    />
  );
}
