import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id } from './wire.ts';

// The test checkout replaces the provider's checkout outside production. In production these endpoints return 404.

export const TestCheckout = z.object({
  description: z.string(),
  amount: z.number().int(),
  email: z.string(),
});
export type TestCheckout = z.output<typeof TestCheckout>;

const TEST_OUTCOMES = ['approved', 'rejected', 'pending'] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

export const TestDecision = z.object({ outcome: z.enum(TEST_OUTCOMES, 'Elige un resultado') });
export const TestDecided = z.object({ returnTo: z.string() });

export const getTestCheckout = endpoint({
  method: 'GET',
  path: '/api/test-checkout/{id}',
  access: 'professional',
  summary: 'Qué se paga en la página de pago de prueba (fuera de producción)',
  params: Id,
  reply: TestCheckout,
});

export const decideTestCheckout = endpoint({
  method: 'POST',
  path: '/api/test-checkout/{id}',
  access: 'professional',
  summary: 'Aprueba, rechaza o deja pendiente el pago de prueba (fuera de producción)',
  params: Id,
  body: TestDecision,
  reply: TestDecided,
});
