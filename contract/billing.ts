import { z } from 'zod';
import { FREE_PATIENT_LIMIT } from './plans.ts';

/** Whether the plan allows something new, and what to say when it does not. */
export const Permission = z.object({ canCreate: z.boolean(), message: z.string() });
export type Permission = z.output<typeof Permission>;

export const CLINICAL_LIMIT_MESSAGE = 'Las funciones clínicas multipaciente requieren una cuenta Pro.';
export const PATIENT_LIMIT_MESSAGE = `Has alcanzado el límite de ${FREE_PATIENT_LIMIT} paciente de la prueba gratuita. ${CLINICAL_LIMIT_MESSAGE}`;
