import { useState } from 'react';
import type { VariableValues } from '#contract/certificate-variables';
import { formatDay } from '#contract/days';
import { DOCUMENT_TYPES, formatDocument } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { useToday } from '#web/platform/today.ts';

/** The values of the variables when the page was opened. They stay after midnight: the preview shows what is saved. */
export function useVariableValues(patient: Patient): VariableValues {
  const { name: profesional } = useCurrentUser();
  const today = useToday();
  const [values] = useState({
    paciente: patient.name,
    rut: formatDocument(patient),
    ...(patient.documentType !== 'rut' && { documentName: DOCUMENT_TYPES[patient.documentType] }),
    edad: String(patient.age),
    fecha: formatDay(today),
    profesional,
  });
  return values;
}
