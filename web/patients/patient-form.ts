import type { FieldError, FieldErrors, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { formatDay } from '#contract/days';
import { ERRORS } from '#contract/errors';
import { DOCUMENT_TAKEN, type DocumentType, formatDocument } from '#contract/patient-identity';
import { birthDateProblem, documentNumber, type Patient, PatientFields, type PatientInput } from '#contract/patients';
import { lacksRequiredField } from '#contract/required-fields';
import { compactRut, formatRut, isRutShaped } from '#contract/rut';
import { isError } from '#web/platform/api-error.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { parseDayText } from '#web/ui/day-text.ts';

export type PatientValues = z.input<typeof PatientFields>;
export type PatientForm = UseFormReturn<PatientValues, unknown, PatientInput>;

/** Parses dd/mm/yyyy and adds the rule that depends on today. */
export const birthDateSchema = (today: string) =>
  z
    .string()
    .transform(parseDayText)
    .pipe(PatientFields.shape.birthDate)
    .superRefine((day, context) => {
      const problem = birthDateProblem(day, today);
      if (problem) context.addIssue(problem);
    });

export const patientFormSchema = (today: string) =>
  PatientFields.extend({ birthDate: birthDateSchema(today) }).check(documentNumber);

/** Missing texts are empty strings, so that a text that was typed and removed does not make the form dirty. */
export const valuesOf = (patient?: Patient): PatientValues => ({
  name: patient?.name ?? '',
  rut: patient ? formatDocument(patient) : '',
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
  documentType: patient?.documentType ?? 'rut',
  socialName: patient?.socialName ?? '',
  occupation: patient?.occupation ?? '',
  prevision: patient?.prevision,
  legalRepresentative: {
    name: patient?.legalRepresentative?.name ?? '',
    rut: formatRut(patient?.legalRepresentative?.rut ?? ''),
    relationship: patient?.legalRepresentative?.relationship ?? '',
  },
  reminders: patient?.reminders,
});

/** What a search says about a new patient: words with digits are the RUT, the others the name. */
export function valuesFromSearch(search: string): Pick<PatientValues, 'name' | 'rut'> {
  const words = search.trim().split(/\s+/);
  const hasDigit = (word: string) => /\d/.test(word);
  return {
    name: words.filter((word) => !hasDigit(word)).join(' '),
    rut: formatRut(words.filter(hasDigit).join('')),
  };
}

/** The number when the type of the document changes. What was typed stays, without the form that only a RUT has. */
export function numberAs(
  type: DocumentType,
  { rut, documentType }: Pick<PatientInput, 'rut' | 'documentType'>,
): string {
  if (type === 'rut') return formatRut(rut);
  return documentType === 'rut' && isRutShaped(rut) ? compactRut(rut).toUpperCase() : rut;
}

/** The toast of an invalid form: missing fields first, then the first error. */
export function invalidReason(values: PatientValues, errors: FieldErrors<PatientValues>): string {
  const ofRepresentative = Object.values(errors.legalRepresentative ?? {}) as (FieldError | undefined)[];
  const first = [...Object.values(errors), ...ofRepresentative].find((error) => error?.message);
  const isIncomplete = lacksRequiredField(PatientFields, values);
  return isIncomplete || !first?.message ? ERRORS.REQUIRED_FIELDS.message : first.message;
}

/** Two patients of one professional cannot have the same document. */
export function showRefusal(form: PatientForm, error: Error): void {
  const isTaken = Object.values(DOCUMENT_TAKEN).some((code) => isError(error, code));
  if (isTaken) form.setError('rut', { message: error.message });
  showServerErrors(form, error, isTaken ? 'rut' : 'name');
}
