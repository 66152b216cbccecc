import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What a new account has already made. */
export const FirstSteps = z.object({ patient: z.boolean(), appointment: z.boolean(), note: z.boolean() });
export type FirstSteps = z.output<typeof FirstSteps>;

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/api/account/first-steps',
  access: 'professional',
  summary: 'Si la cuenta tiene un primer paciente, una primera cita y una primera nota clínica',
  reply: FirstSteps,
});
