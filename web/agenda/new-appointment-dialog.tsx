import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { DEFAULT_DURATION, NewAppointment } from '#contract/agenda';
import { useCreateAppointment } from '#web/agenda/agenda.queries.ts';
import { DayField, TimeFields } from '#web/agenda/day-and-time-fields.tsx';
import { PatientPicker } from '#web/agenda/patient-picker.tsx';
import { isError } from '#web/platform/api-error.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

/** The patient was deleted in another window. */
const PATIENT_DELETED = 'Este paciente ya no existe. Selecciona otro.';

interface Props {
  day: string;
  time: string | undefined;
  today: string;
  onClose: () => void;
}

export function NewAppointmentDialog({ day, time = '', today, onClose }: Props) {
  const create = useCreateAppointment();
  const form = useForm({
    resolver: zodResolver(NewAppointment),
    defaultValues: { patientId: '', date: day, time, duration: DEFAULT_DURATION, note: '' },
  });
  const patientId = useWatch({ control: form.control, name: 'patientId' });
  const fail = (error: Error) => {
    const isDeleted = isError(error, 'NOT_FOUND');
    if (isDeleted) form.setError('patientId', { message: PATIENT_DELETED });
    if (isError(error, 'SLOT_TAKEN')) form.setError('time', { message: error.message });
    showServerErrors(form, error, isDeleted ? 'patientId' : 'time');
  };
  const [leaving, setLeaving] = useState(false);
  // The dialog stays open while saving: a refusal is shown in the form.
  const leave = () => {
    if (create.isPending) return;
    if (form.getValues('note')) setLeaving(true);
    else onClose();
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
      {leaving && <DiscardDialog onDiscard={onClose} onStay={() => setLeaving(false)} />}
    </Dialog>
  );
}
