import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { NewAppointment } from '#contract/agenda';
import { datesOfSeries } from '#contract/appointment-series';
import type { Patient } from '#contract/patients';
import { useCreateAppointment } from '#web/agenda/agenda.queries.ts';
import { AppointmentFields } from '#web/agenda/appointment-fields.tsx';
import { type Reason, type ReasonAt, useAvailability, useDefaultDuration } from '#web/agenda/availability.ts';
import { BookingQuestions } from '#web/agenda/booking-questions.tsx';
import { NextFreeButton } from '#web/agenda/next-free-button.tsx';
import { RepeatFields } from '#web/agenda/repeat-fields.tsx';
import { ServiceField } from '#web/agenda/service-field.tsx';
import { isSlotRefusal, SlotConflict, useSlotConflict } from '#web/agenda/slot-conflict.tsx';
import { PatientPicker } from '#web/patients/patient-picker.tsx';
import { isError } from '#web/platform/api-error.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { useDiscardQuestion } from '#web/ui/discard-question.tsx';
import { Form } from '#web/ui/form.tsx';

/** The patient was deleted in another window. */
const PATIENT_DELETED = 'Este paciente ya no existe. Selecciona otro.';

interface Props {
  day: string;
  time?: string | undefined;
  /** Without it, the professional's own. */
  duration?: NewAppointment['duration'] | undefined;
  today: string;
  /** Chosen at first. */
  patient?: Patient;
  onClose: () => void;
}

export function NewAppointmentDialog({ day, time = '', duration: chosen, today, patient, onClose }: Props) {
  const create = useCreateAppointment();
  const reasonAt = useAvailability();
  const usual = useDefaultDuration();
  const duration = chosen ?? usual;
  const form = useForm({
    resolver: zodResolver(NewAppointment),
    defaultValues: { patientId: patient?._id ?? '', date: day, time, duration, note: '' },
  });
  const [patientId, serviceId, repeat] = useWatch({
    control: form.control,
    name: ['patientId', 'serviceId', 'repeat'],
  });
  const patientField = useController({ control: form.control, name: 'patientId' });
  const isDurationChosen = Boolean(form.formState.dirtyFields.duration) || serviceId !== undefined;
  // Outside the agenda the dialog may open before the settings are loaded.
  useEffect(() => {
    if (!isDurationChosen) form.resetField('duration', { defaultValue: duration });
  }, [form, duration, isDurationChosen]);
  const isCreatingPatient = useRef(false);
  const { asked, conflict, note } = useSlotConflict(form);
  const [question, setQuestion] = useState<{ body: NewAppointment; reasons: Reason[] }>();
  const [accepted, setAccepted] = useState<string>();
  const fail = (error: Error) => {
    const isDeleted = isError(error, 'NOT_FOUND');
    if (isDeleted) form.setError('patientId', { message: PATIENT_DELETED });
    if (isSlotRefusal(error)) form.setError('time', { message: error.message });
    note(error);
    showServerErrors(form, error, isDeleted ? 'patientId' : 'time');
  };
  const discard = useDiscardQuestion({
    hasText: () => Boolean(form.getValues('note')) || isCreatingPatient.current,
    onLeave: onClose,
  });
  // The dialog stays open while saving: a refusal is shown in the form.
  const leave = () => !create.isPending && discard.leave();
  const send = (body: NewAppointment) => create.mutate(body, { onSuccess: onClose, onError: fail });
  const submit = (choose: (body: NewAppointment) => NewAppointment) =>
    form.handleSubmit((values) => {
      const body = choose(values);
      const reasons = asked === accepted ? [] : reasonsOf(body, reasonAt);
      if (reasons.length > 0) setQuestion({ body, reasons });
      else send(body);
    });

  return (
    <Dialog title="Nueva Cita" onClose={leave}>
      <Form onSubmit={submit((body) => body)} busy={create.isPending}>
        <AppointmentFields
          form={form}
          today={today}
          serviceField={<ServiceField form={form} />}
          patientField={
            <PatientPicker
              field={patientField.field}
              error={patientField.fieldState.error?.message}
              onFocus={() => form.setFocus('patientId')}
              patient={patient}
              onCreating={(isCreating) => {
                isCreatingPatient.current = isCreating;
              }}
            />
          }
        >
          <NextFreeButton form={form} />
          <RepeatFields form={form} today={today} />
        </AppointmentFields>
        {conflict && (
          <SlotConflict conflict={conflict}>
            {repeat ? (
              <Button look="secondary" onClick={submit(withoutConflicts)}>
                Crear las que se pueda
              </Button>
            ) : (
              <Button look="secondary" onClick={submit((body) => ({ ...body, overbooked: true }))}>
                Crear como sobrecupo
              </Button>
            )}
          </SlotConflict>
        )}
        <DialogActions>
          <Button look="secondary" onClick={leave}>
            Cancelar
          </Button>
          <Button type="submit" disabled={!patientId}>
            {create.isPending ? 'Creando...' : 'Crear Cita'}
          </Button>
        </DialogActions>
      </Form>
      {discard.question}
      {question && (
        <BookingQuestions
          verb="Agendar"
          reasons={question.reasons}
          isSeries={false}
          onDecide={() => {
            setAccepted(asked);
            setQuestion(undefined);
            send(question.body);
          }}
          onCancel={() => setQuestion(undefined)}
        />
      )}
    </Dialog>
  );
}

const withoutConflicts = ({ repeat, ...body }: NewAppointment): NewAppointment => ({
  ...body,
  repeat: repeat && { ...repeat, skipConflicts: true },
});

/** On which of its days the professional does not attend. */
function reasonsOf({ date, repeat, time, duration }: NewAppointment, reasonAt: ReasonAt): Reason[] {
  return (repeat ? datesOfSeries(date, repeat) : [date]).flatMap((day) => {
    const reason = reasonAt(day, { time, duration });
    return reason ? [{ date: day, reason }] : [];
  });
}
