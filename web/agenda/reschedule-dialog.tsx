import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { type Appointment, DEFAULT_DURATION, DURATIONS, NewAppointment } from '#contract/agenda';
import { AppointmentFields, FixedPatient } from '#web/agenda/appointment-fields.tsx';
import { type Change, concernsSeries } from '#web/agenda/appointment-lists.ts';
import { reasonsOfChange, useAvailability } from '#web/agenda/availability.ts';
import { BookingQuestions } from '#web/agenda/booking-questions.tsx';
import { type ChangeRequest, useChangeAppointment } from '#web/agenda/change-appointment.ts';
import { useNotifyPatient } from '#web/agenda/notify-patient.tsx';
import { isSlotRefusal, SlotConflict, useSlotConflict } from '#web/agenda/slot-conflict.tsx';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { useDiscardQuestion } from '#web/ui/discard-question.tsx';
import { Form } from '#web/ui/form.tsx';

interface Props {
  appointment: Appointment;
  today: string;
  onClose: () => void;
}

type Duration = NewAppointment['duration'];

/** It may keep a duration that a new appointment cannot have. */
const formOf = (kept: Duration) =>
  NewAppointment.safeExtend({ duration: z.literal([...DURATIONS, kept]).default(DEFAULT_DURATION) });

/** 'Cambiar hora': the day, hour, duration and note of an appointment. */
export function RescheduleDialog({ appointment, today, onClose }: Props) {
  const { patientId, date, time, note = '' } = appointment;
  const duration = appointment.duration as Duration;
  const change = useChangeAppointment(today);
  const reasonAt = useAvailability();
  const form = useForm({
    resolver: zodResolver(formOf(duration)),
    defaultValues: { patientId, date, time, duration, note },
  });
  const { conflict, note: noteConflict } = useSlotConflict(form);
  const [newDate, newTime] = useWatch({ control: form.control, name: ['date', 'time'] });
  const { notifyPatient, box } = useNotifyPatient({ date: newDate, time: newTime });
  const [question, setQuestion] = useState<Change>();
  const fail = (error: Error) => {
    if (isSlotRefusal(error)) form.setError('time', { message: error.message });
    noteConflict(error);
    showServerErrors(form, error, 'time');
  };
  const send = (request: Omit<ChangeRequest, 'before'>) => {
    setQuestion(undefined);
    const told = { ...request.change, notifyPatient };
    change.mutate({ before: appointment, ...request, change: told }, { onSuccess: onClose, onError: fail });
  };
  const submit = (overbooked: boolean) =>
    form.handleSubmit((values) => {
      const next = changeTo(appointment, values, overbooked);
      if (Object.keys(next).length === 0) onClose();
      else if (reasonsOfChange(appointment, next, reasonAt).length > 0 || concernsSeries(appointment, next)) {
        setQuestion(next);
      } else send({ change: next });
    });
  const discard = useDiscardQuestion({ hasText: () => form.getValues('note') !== note, onLeave: onClose });
  const leave = () => !change.isPending && discard.leave();

  return (
    <Dialog title="Cambiar hora" onClose={leave}>
      <Form onSubmit={submit(false)} busy={change.isPending}>
        <AppointmentFields
          form={form}
          today={today}
          appointment={appointment}
          patientField={<FixedPatient appointment={appointment} />}
        />
        {box && <div className="mt-3">{box}</div>}
        {conflict && (
          <SlotConflict conflict={conflict}>
            {conflict.days.length > 0 ? (
              <p className="text-sm">Elige otra hora, o mueve solo esta cita.</p>
            ) : (
              <Button look="secondary" onClick={submit(true)}>
                Mover como sobrecupo
              </Button>
            )}
          </SlotConflict>
        )}
        <DialogActions>
          <Button look="secondary" onClick={leave}>
            Cancelar
          </Button>
          <Button type="submit">{change.isPending ? 'Guardando...' : 'Guardar cambios'}</Button>
        </DialogActions>
      </Form>
      {discard.question}
      {question && (
        <BookingQuestions
          verb="Mover"
          reasons={reasonsOfChange(appointment, question, reasonAt)}
          isSeries={concernsSeries(appointment, question)}
          onDecide={(scope) => send({ change: question, scope })}
          onCancel={() => setQuestion(undefined)}
        />
      )}
    </Dialog>
  );
}

/** Only what differs. An appointment that moves is overbooked only if that is chosen again. */
function changeTo(before: Appointment, values: NewAppointment, overbooked: boolean): Change {
  const { date, time, duration, note } = values;
  const change: Change = {};
  if (date !== before.date) change.date = date;
  if (time !== before.time) change.time = time;
  if (duration !== before.duration) change.duration = duration;
  const isMoved = Object.keys(change).length > 0;
  if ((note ?? '') !== (before.note ?? '')) change.note = note ?? null;
  if (isMoved && overbooked !== before.overbooked) change.overbooked = overbooked;
  return change;
}
