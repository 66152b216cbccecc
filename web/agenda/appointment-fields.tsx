import type { ReactNode } from 'react';
import { type Appointment, patientOf } from '#contract/agenda';
import { nameWithSocial, shortDocumentText } from '#contract/patient-identity';
import type { AppointmentForm } from '#web/agenda/appointment-form.ts';
import { DayField, TimeFields } from '#web/agenda/day-and-time-fields.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface Props {
  form: AppointmentForm;
  today: string;
  /** The appointment that changes. */
  appointment?: Appointment;
  patientField: ReactNode;
  serviceField?: ReactNode;
  /** More fields, before the note. */
  children?: ReactNode;
}

/** The fields of 'Nueva Cita' and of 'Cambiar hora'. */
export function AppointmentFields({ form, today, appointment, patientField, serviceField, children }: Props) {
  return (
    <div className="space-y-5">
      <DayField form={form} today={today} />
      {patientField}
      {serviceField}
      <TimeFields form={form} appointment={appointment} />
      {children}
      <Field label="Nota" hint="Opcional" error={form.formState.errors.note?.message}>
        <TextArea {...form.register('note')} rows={2} />
      </Field>
    </div>
  );
}

/** The patient of an appointment that changes, who stays. */
export const FixedPatient = ({ appointment }: { appointment: Appointment }) => (
  <div>
    <p className="mb-1.5 font-semibold text-sm">Paciente</p>
    <p className="rounded-control border border-line bg-paper px-3.5 py-1.5">
      <span className="block font-bold">{nameWithSocial(patientOf(appointment))}</span>
      <span className="block text-muted text-sm tabular-nums">{shortDocumentText(patientOf(appointment))}</span>
    </p>
  </div>
);
