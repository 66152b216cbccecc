import type { ComponentProps } from 'react';
import { useFieldProps } from '#web/ui/field.tsx';
import { CONTROL_CLASS } from '#web/ui/text-input.tsx';

interface Props extends ComponentProps<'textarea'> {
  /** Grows with its text without a maximum height, for the main text of a page. */
  endless?: boolean;
}

/** Grows with its text, in browsers that support `field-sizing`. */
export function TextArea({ endless = false, className = '', ...rest }: Props) {
  return (
    <textarea
      // The text is clinical: the browser must not store it to restore the form.
      autoComplete="off"
      {...useFieldProps()}
      {...rest}
      className={`${CONTROL_CLASS} ${endless ? 'min-h-28' : 'max-h-72 min-h-20'} resize-y field-sizing-content ${className}`}
    />
  );
}
