import type { ComponentProps, ReactNode } from 'react';
import { CONTROL_CLASS } from '#web/ui/text-input.tsx';

interface FieldProps extends ComponentProps<'input'> {
  name: string;
  label: ReactNode;
  /** The name of the label for the script, which changes it. */
  labelPart?: string;
}

/** A field of a form in plain HTML. `form-fields.ts` shows its error. */
export const FormField = ({ name, label, labelPart, className = '', ...rest }: FieldProps) => (
  <div className="min-w-0">
    <div className="mb-1.5 font-semibold text-sm">
      <label htmlFor={name} data-part={labelPart}>
        {label}
      </label>
      <span aria-hidden="true" className="text-red">
        {' *'}
      </span>
    </div>
    <input
      id={name}
      name={name}
      aria-required="true"
      aria-describedby={`${name}-error`}
      {...rest}
      className={`${CONTROL_CLASS} ${className}`}
    />
    <FieldError name={name} />
  </div>
);

interface TextAreaProps extends ComponentProps<'textarea'> {
  name: string;
  label: ReactNode;
  /** `${name}-hint` is its part, so that the script may change it. */
  hint: ReactNode;
}

/** The same for a longer text, which is not required. */
export const FormTextArea = ({ name, label, hint, ...rest }: TextAreaProps) => (
  <div className="min-w-0">
    <label htmlFor={name} className="mb-1.5 block font-semibold text-sm">
      {label}
    </label>
    <textarea
      id={name}
      name={name}
      aria-describedby={`${name}-hint ${name}-error`}
      autoComplete="off"
      {...rest}
      className={`${CONTROL_CLASS} field-sizing-content max-h-96 min-h-28 resize-y`}
    />
    <p id={`${name}-hint`} data-part={`${name}-hint`} className="mt-1.5 text-muted text-sm">
      {hint}
    </p>
    <FieldError name={name} />
  </div>
);

export const FieldError = ({ name }: { name: string }) => (
  <p id={`${name}-error`} aria-live="polite" className="mt-1.5 font-medium text-red text-sm empty:hidden" />
);
