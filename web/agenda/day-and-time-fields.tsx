import { useQuery } from '@tanstack/react-query';
import { Controller, useWatch } from 'react-hook-form';
import { type Appointment, DEFAULT_DURATION, DURATIONS, durationLabel, endTime, patientOf } from '#contract/agenda';
import { nameWithSocial } from '#contract/patient-identity';
import { SLOTS } from '#contract/slots';
import { appointmentsWithoutToast } from '#web/agenda/agenda.queries.ts';
import type { AppointmentForm } from '#web/agenda/appointment-form.ts';
import { overlappingAppointment } from '#web/agenda/spans.ts';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

/** The duration that the appointment has is offered too. */
const durationOptions = (own: number = DEFAULT_DURATION) =>
  [...new Set([...DURATIONS, own])].sort((a, b) => a - b).map((value) => ({ value, label: durationLabel(value) }));

export function DayField({ form, today }: { form: AppointmentForm; today: string }) {
  return (
    <Field label="Fecha" required error={form.formState.errors.date?.message}>
      <Controller
        control={form.control}
        name="date"
        render={({ field: { value, onChange, ref } }) => (
          <DatePicker ref={ref} label="Fecha" value={value} onChange={onChange} today={today} from={today} />
        )}
      />
    </Field>
  );
}

interface TimeProps {
  form: AppointmentForm;
  /** The appointment that changes. It does not conflict with itself. */
  appointment: Appointment | undefined;
}

export function TimeFields({ form, appointment }: TimeProps) {
  const { errors } = form.formState;
  const overlapping = useOverlappingAppointment(form, appointment);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label="Hora"
        required
        error={errors.time?.message}
        warning={overlapping && !errors.time ? `Se cruza con la cita de ${describe(overlapping)}` : undefined}
      >
        <Select {...form.register('time')} placeholder="Seleccionar hora" options={SLOTS} className="tabular-nums" />
      </Field>
      <Field label="Duración" required error={errors.duration?.message}>
        <Controller
          control={form.control}
          name="duration"
          render={({ field: { onChange, ...field } }) => (
            <Select
              {...field}
              onChange={({ target }) => onChange(Number(target.value))}
              options={durationOptions(appointment?.duration)}
            />
          )}
        />
      </Field>
    </div>
  );
}

const describe = (appointment: Appointment) =>
  `${nameWithSocial(patientOf(appointment))} (${appointment.time} - ${endTime(appointment)})`;

/** Warns before the form is sent. The server decides. */
function useOverlappingAppointment(
  { control }: AppointmentForm,
  own: Appointment | undefined,
): Appointment | undefined {
  const [date, time, duration = DEFAULT_DURATION] = useWatch({ control, name: ['date', 'time', 'duration'] });
  const { data: appointments = [] } = useQuery(appointmentsWithoutToast(date));
  const others = appointments.filter(({ _id }) => _id !== own?._id);
  return time ? overlappingAppointment(others, { time, duration }) : undefined;
}
