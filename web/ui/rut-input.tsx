import type { ChangeEvent, ComponentProps } from 'react';
import { formatRut } from '#contract/rut';
import { formatWhileTyping } from '#web/ui/format-while-typing.ts';
import { TextInput } from '#web/ui/text-input.tsx';

/** Formats a RUT while typing: 123456785 → 12.345.678-5. Leaves other texts unchanged. */
export function RutInput({ onChange, className = '', ...rest }: ComponentProps<'input'>) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    formatWhileTyping(event.currentTarget, formatRut);
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
