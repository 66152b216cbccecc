import type { VariableValues } from '#contract/certificate-variables';
import { formatDay } from '#contract/days';
import type { Patient } from '#contract/patients';
import { formatRut } from '#contract/rut';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { useToday } from '#web/platform/today.ts';

/** What the variables stand for in a certificate of that patient, written today. */
export function useVariableValues({ name, rut, age }: Patient): VariableValues {
  const { name: profesional } = useCurrentUser();
  return {
    paciente: name,
    rut: formatRut(rut),
    edad: String(age),
    fecha: formatDay(useToday()),
    profesional,
  };
}
