import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { DEFAULT_MESSAGE, MESSAGE_VARIABLES } from '#contract/reminder-message';
import type { ReminderForm } from '#web/reminders/reminder-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

/** The text of the messages. Buttons insert its variables at the cursor. */
export function ReminderMessageFields({ form }: { form: ReminderForm }) {
  const text = useRef<HTMLTextAreaElement>(null);
  const { ref, ...field } = form.register('message');
  const message = useWatch({ control: form.control, name: 'message' });
  const { isSubmitted, errors } = form.formState;
  const change = (next: string) => form.setValue('message', next, { shouldDirty: true, shouldValidate: isSubmitted });
  const insert = (variable: string) => {
    if (!text.current) return;
    const { selectionStart, selectionEnd, value } = text.current;
    change(value.slice(0, selectionStart) + variable + value.slice(selectionEnd));
    text.current.focus();
    text.current.setSelectionRange(selectionStart + variable.length, selectionStart + variable.length);
  };
  const takeExample = () => {
    change(DEFAULT_MESSAGE);
    // The button disappears, and would take the focus along.
    text.current?.focus();
  };
  return (
    <div>
      <Field
        label="Mensaje"
        hint="Vacío, se envía el texto de ejemplo. No escribas tu especialidad ni el motivo de la consulta: otra persona podría leerlo."
        error={errors.message?.message}
      >
        <TextArea
          {...field}
          ref={(element) => {
            ref(element);
            text.current = element;
          }}
          placeholder={DEFAULT_MESSAGE}
          rows={4}
        />
      </Field>
      {message === '' && (
        <Button look="ghost" onClick={takeExample} className="mt-1 -ml-4">
          Usar el texto de ejemplo
        </Button>
      )}
      <p id="reminder-variables" className="mt-4 mb-1 font-semibold text-sm">
        Variables
      </p>
      <p className="mb-2 max-w-prose text-muted text-sm">
        Se reemplazan por los datos de cada cita. Presiona una para insertarla donde está el cursor.
      </p>
      <ul aria-labelledby="reminder-variables" className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {Object.entries(MESSAGE_VARIABLES).map(([name, explanation]) => (
          <li key={name} className="flex items-center gap-3">
            <Button
              look="secondary"
              onClick={() => insert(`{${name}}`)}
              aria-label={`Insertar {${name}}`}
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
