import { useId, useRef } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface Props {
  label: string;
  /** Ends the names of the buttons, where a page has several messages: ' del recordatorio de pago'. */
  purpose?: string;
  field: UseFormRegisterReturn;
  value: string;
  error: string | undefined;
  hint: string;
  /** The text that is used when the field is empty. */
  example: string;
  /** By name, with an explanation. */
  variables: Readonly<Record<string, string>>;
  /** By what the variables are replaced. */
  variablesHint: string;
  onChange: (text: string) => void;
}

/** The text of a message. Buttons insert its variables at the cursor. */
export function MessageField(props: Props) {
  const { label, purpose = '', field, value, error, hint, example, variables, variablesHint, onChange } = props;
  const listId = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const { ref, ...registered } = field;
  const insert = (variable: string) => {
    if (!text.current) return;
    const { selectionStart, selectionEnd, value: written } = text.current;
    onChange(written.slice(0, selectionStart) + variable + written.slice(selectionEnd));
    text.current.focus();
    text.current.setSelectionRange(selectionStart + variable.length, selectionStart + variable.length);
  };
  const takeExample = () => {
    onChange(example);
    // The button disappears, and would take the focus along.
    text.current?.focus();
  };
  return (
    <div>
      <Field label={label} hint={hint} error={error}>
        <TextArea
          {...registered}
          ref={(element) => {
            ref(element);
            text.current = element;
          }}
          placeholder={example}
          rows={4}
        />
      </Field>
      {value === '' && (
        <Button look="ghost" onClick={takeExample} className="mt-1 -ml-4">
          Usar el texto de ejemplo
          {purpose && <span className="sr-only">{purpose}</span>}
        </Button>
      )}
      <p id={listId} className="mt-4 mb-1 font-semibold text-sm">
        Variables
      </p>
      <p className="mb-2 max-w-prose text-muted text-sm">
        {variablesHint} Presiona una para insertarla donde está el cursor.
      </p>
      <ul aria-labelledby={listId} className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {Object.entries(variables).map(([name, explanation]) => (
          <li key={name} className="flex items-center gap-3">
            <Button
              look="secondary"
              onClick={() => insert(`{${name}}`)}
              aria-label={`Insertar {${name}}${purpose}`}
              className="w-31 shrink-0"
            >
              {`{${name}}`}
            </Button>
            <span className="text-muted text-sm">{explanation}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
