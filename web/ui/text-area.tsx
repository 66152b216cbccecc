import type { ComponentProps } from 'react';
import { useFieldProps } from '#web/ui/field.tsx';
import { CONTROL_CLASS } from '#web/ui/text-input.tsx';

interface Props extends ComponentProps<'textarea'> {
  /** As tall as what is written in it, however long: for the main text of a page. */
  endless?: boolean;
}

/** Grows with what is written in it, where the browser knows how. */
export function TextArea({ endless = false, className = '', ...rest }: Props) {
  return (
    <textarea
      // What is typed here is clinical: the browser does not keep it on disk to restore it.
      autoComplete="off"
      {...useFieldProps()}
      {...rest}
      className={`${CONTROL_CLASS} ${endless ? 'min-h-28' : 'max-h-72 min-h-20'} resize-y field-sizing-content ${className}`}
    />
  );
}
