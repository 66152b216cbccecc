import type { ComponentProps } from 'react';
import { insertSlashes } from '#web/ui/day-text.ts';
import { formatWhileTyping } from '#web/ui/format-while-typing.ts';
import { TextInput } from '#web/ui/text-input.tsx';

/**
 * For a day that is easier to type than to pick, such as a birth date. The native date field would show it in the order
 * of the browser's language, where 3 May may read as 5 March.
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
