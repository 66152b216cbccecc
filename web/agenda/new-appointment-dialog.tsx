import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { DEFAULT_DURATION, NewAppointment } from '#contract/agenda';
import { ERRORS } from '#contract/errors';
import { useCreateAppointment } from '#web/agenda/agenda.queries.ts';
import { PatientPicker } from '#web/agenda/patient-picker.tsx';
import { DayField, TimeFields } from '#web/agenda/when-fields.tsx';
import { ApiError } from '#web/platform/api-error.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface Props {
  day: string;
  time?: string;
  today: string;
  onClose: () => void;
}

const isTaken = (error: Error) => error instanceof ApiError && error.status === ERRORS.SLOT_TAKEN.status;

export function NewAppointmentDialog({ day, time = '', today, onClose }: Props) {
  const create = useCreateAppointment();
  const form = useForm({
    resolver: zodResolver(NewAppointment),
    defaultValues: { patientId: '', date: day, time, duration: DEFAULT_DURATION, note: '' },
  });
  const patientId = useWatch({ control: form.control, name: 'patientId' });
  const fail = (error: Error) => {
    if (isTaken(error)) form.setError('time', { message: error.message });
    showServerErrors(form, error, 'time');
  };
  // While it is being saved nobody leaves: a refusal needs the form to stand under.
  const leave = () => {
    if (!create.isPending) onClose();
  };
  const submit = form.handleSubmit((body) => create.mutate(body, { onSuccess: onClose, onError: fail }));

  return (
    <Dialog title="Nueva Cita" onClose={leave}>
      <Form onSubmit={submit} busy={create.isPending}>
        <div className="space-y-5">
          <DayField form={form} today={today} />
          <PatientPicker form={form} />
          <TimeFields form={form} />
          <Field label="Nota" hint="Opcional" error={form.formState.errors.note?.message}>
            <TextArea {...form.register('note')} rows={2} />
          </Field>
        </div>
        <DialogActions>
          <Button look="secondary" onClick={leave}>
            Cancelar
          </Button>
          <Button type="submit" disabled={!patientId}>
            {create.isPending ? 'Creando...' : 'Crear Cita'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
