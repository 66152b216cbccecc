import type { FieldErrors, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { formatDay } from '#contract/days';
import { ERRORS } from '#contract/errors';
import { birthDateProblem, type Patient, PatientInput } from '#contract/patients';
import { lacksRequiredField } from '#contract/required-fields';
import { formatRut } from '#contract/rut';
import { parseDayText } from '#web/ui/day-text.ts';

export type PatientValues = z.input<typeof PatientInput>;
export type PatientForm = UseFormReturn<PatientValues, unknown, PatientInput>;

/** Parses dd/mm/yyyy and adds the rule that depends on today. */
export const birthDateSchema = (today: string) =>
  z
    .string()
    .transform(parseDayText)
    .pipe(PatientInput.shape.birthDate)
    .superRefine((day, context) => {
      const problem = birthDateProblem(day, today);
      if (problem) context.addIssue(problem);
    });

export const patientFormSchema = (today: string) => PatientInput.extend({ birthDate: birthDateSchema(today) });

/** Missing texts are empty strings, so that a text that was typed and removed does not make the form dirty. */
export const valuesOf = (patient?: Patient): PatientValues => ({
  name: patient?.name ?? '',
  rut: formatRut(patient?.rut ?? ''),
  birthDate: formatDay(patient?.birthDate ?? ''),
  sex: patient?.sex,
  address: patient?.address ?? '',
  phone: patient?.phone ?? '',
  email: patient?.email ?? '',
  emergencyContact: patient?.emergencyContact ?? '',
  allergies: patient?.allergies ?? '',
  notas: patient?.notas ?? '',
  alertas: patient?.alertas ?? '',
  preferencias: patient?.preferencias ?? '',
});

/** The toast of an invalid form: missing fields first, then the first error. */
export function invalidReason(values: PatientValues, errors: FieldErrors<PatientValues>): string {
  const first = Object.values(errors).find((error) => error?.message);
  const isIncomplete = lacksRequiredField(PatientInput, values);
  return isIncomplete || !first?.message ? ERRORS.REQUIRED_FIELDS.message : first.message;
}
