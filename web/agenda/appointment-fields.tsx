import type { ReactNode } from 'react';
import { type Appointment, patientOf } from '#contract/agenda';
import { nameWithSocial, shortDocumentText } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import type { AppointmentForm } from '#web/agenda/appointment-form.ts';
import { DayField, TimeFields } from '#web/agenda/day-and-time-fields.tsx';
import { PatientPicker } from '#web/agenda/patient-picker.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface Props {
  form: AppointmentForm;
  today: string;
  /** The appointment that changes. Its patient stays. */
  appointment?: Appointment;
  /** The patient of a new appointment, chosen at first. */
  patient?: Patient | undefined;
  /** More fields, before the note. */
  children?: ReactNode;
}

/** The fields of 'Nueva Cita' and of 'Cambiar hora'. */
export function AppointmentFields({ form, today, appointment, patient, children }: Props) {
  return (
    <div className="space-y-5">
      <DayField form={form} today={today} />
      {appointment ? <FixedPatient appointment={appointment} /> : <PatientPicker form={form} patient={patient} />}
      <TimeFields form={form} appointment={appointment} />
      {children}
      <Field label="Nota" hint="Opcional" error={form.formState.errors.note?.message}>
        <TextArea {...form.register('note')} rows={2} />
      </Field>
    </div>
  );
}

const FixedPatient = ({ appointment }: { appointment: Appointment }) => (
  <div>
    <p className="mb-1.5 font-semibold text-sm">Paciente</p>
    <p className="rounded-control border border-line bg-paper px-3.5 py-1.5">
      <span className="block font-bold">{nameWithSocial(patientOf(appointment))}</span>
      <span className="block text-muted text-sm tabular-nums">{shortDocumentText(patientOf(appointment))}</span>
    </p>
  </div>
);
