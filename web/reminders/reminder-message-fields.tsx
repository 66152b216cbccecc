import { useWatch } from 'react-hook-form';
import { DEFAULT_MESSAGE, MESSAGE_VARIABLES } from '#contract/reminder-message';
import type { ReminderForm } from '#web/reminders/reminder-form.ts';
import { MessageField } from '#web/ui/message-field.tsx';

/** The text of the messages about an appointment. */
export function ReminderMessageFields({ form }: { form: ReminderForm }) {
  const message = useWatch({ control: form.control, name: 'message' });
  const { isSubmitted, errors } = form.formState;
  return (
    <MessageField
      label="Mensaje"
      field={form.register('message')}
      value={message}
      error={errors.message?.message}
      hint="Vacío, se envía el texto de ejemplo. No escribas tu especialidad ni el motivo de la consulta: otra persona podría leerlo."
      example={DEFAULT_MESSAGE}
      variables={MESSAGE_VARIABLES}
      variablesHint="Se reemplazan por los datos de cada cita."
      onChange={(next) => form.setValue('message', next, { shouldDirty: true, shouldValidate: isSubmitted })}
    />
  );
}
