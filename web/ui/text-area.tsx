import type { ComponentProps } from 'react';
import { useFieldWiring } from '#web/ui/field.tsx';
import { CONTROL_CLASS } from '#web/ui/text-input.tsx';

/** Grows with what is written in it, where the browser knows how. */
export function TextArea({ className = '', ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldWiring()}
      {...rest}
      className={`${CONTROL_CLASS} max-h-72 min-h-20 resize-y field-sizing-content ${className}`}
    />
  );
}
