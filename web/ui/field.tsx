import { createContext, type ReactNode, use, useId } from 'react';

interface Wiring {
  id: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
  'aria-describedby'?: string;
}

const FieldContext = createContext<Wiring | undefined>(undefined);

/** What ties a control to the label, hint and messages of the field around it. */
export const useFieldProps = (): Wiring | undefined => use(FieldContext);

interface Props {
  label: string;
  required?: boolean;
  hint?: string;
  error?: string;
  /** Worth a second look, but stops nothing. */
  warning?: string;
  /** The field is a section of the page: its label is the heading. */
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

  const wiring: Wiring = {
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
      <FieldContext value={wiring}>{children}</FieldContext>
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
