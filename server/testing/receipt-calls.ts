import { charge, payment } from './charges.ts';
import type { EndpointCall } from './endpoint-call.ts';
import type { Person } from './endpoint-resources.ts';

/** The calls of receipts, by the method and path of their endpoint. */
export const receiptCalls: Record<string, (owner: Person) => Promise<EndpointCall> | EndpointCall> = {
  'GET /api/charges/{id}/receipt': async (owner) => ({
    params: { id: (await charge(owner, { payment: payment() }))._id },
  }),
};
