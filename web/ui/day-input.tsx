import type { ComponentProps } from 'react';
import { insertSlashes } from '#web/ui/day-text.ts';
import { formatWhileTyping } from '#web/ui/format-while-typing.ts';
import { TextInput } from '#web/ui/text-input.tsx';

/**
 * A day that is best typed, such as a birth date. The browser's own field would show it in the order of the browser's
 * language, and the 3rd of May would be read as the 5th of March.
 */
export function DayInput({ onChange, className = '', ...rest }: ComponentProps<'input'>) {
  return (
    <TextInput
      placeholder="dd/mm/aaaa"
      inputMode="numeric"
      maxLength={10}
      {...rest}
      onChange={(event) => {
        formatWhileTyping(event.currentTarget, insertSlashes);
        onChange?.(event);
      }}
      className={`tabular-nums ${className}`}
    />
  );
}
