import { createContext, type ReactNode, use, useId } from 'react';

interface FieldProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
  'aria-describedby': string | undefined;
}

const FieldContext = createContext<FieldProps | undefined>(undefined);

/** The attributes that connect a control with the label, hint and messages of the field around it. */
export const useFieldProps = (): FieldProps | undefined => use(FieldContext);

interface Props {
  label: string;
  required?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  /** A warning does not make the form invalid. */
  warning?: ReactNode;
  /** The label is a heading, because the field is a section of the page. */
  heading?: boolean;
  className?: string;
  children: ReactNode;
}

export function Field({ label, required, hint, error, warning, heading = false, className = '', children }: Props) {
  const Title = heading ? 'h2' : 'div';
  const id = useId();
  const notes = [
    { id: `${id}-hint`, text: hint, look: 'text-muted' },
    { id: `${id}-warning`, text: warning, look: 'text-orange' },
    { id: `${id}-error`, text: error, look: 'font-medium text-red' },
  ].filter(({ text }) => text);

  const controlProps: FieldProps = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
    'aria-describedby': notes.map((note) => note.id).join(' ') || undefined,
  };

  return (
    <div className={`min-w-0 ${className}`}>
      <Title className={heading ? 'mb-3 text-lg' : 'mb-1.5 font-semibold text-sm'}>
        <label htmlFor={id}>{label}</label>
        {required && (
          <span aria-hidden="true" className="text-red">
            {' *'}
          </span>
        )}
      </Title>
      <FieldContext value={controlProps}>{children}</FieldContext>
      <div aria-live="polite">
        {notes.map((note) => (
          <p key={note.id} id={note.id} className={`mt-1.5 text-sm ${note.look}`}>
            {note.text}
          </p>
        ))}
      </div>
    </div>
  );
}
