import { useState } from 'react';
import type { VariableValues } from '#contract/certificate-variables';
import { formatDay } from '#contract/days';
import type { Patient } from '#contract/patients';
import { formatRut } from '#contract/rut';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { useToday } from '#web/platform/today.ts';

/** The values of the variables when the page was opened. They stay after midnight: the preview shows what is saved. */
export function useVariableValues({ name, rut, age }: Patient): VariableValues {
  const { name: profesional } = useCurrentUser();
  const today = useToday();
  const [values] = useState({
    paciente: name,
    rut: formatRut(rut),
    edad: String(age),
    fecha: formatDay(today),
    profesional,
  });
  return values;
}
