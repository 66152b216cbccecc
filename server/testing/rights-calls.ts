import { newAppointmentLink } from './appointment-links.ts';
import type { EndpointCall } from './endpoint-call.ts';
import { newAppointment, type Person } from './endpoint-resources.ts';
import { hasSlug, newRightsProof, receivedRequest, rightsForm } from './rights-requests.ts';
import type { TestApp } from './test-app.ts';

/** The calls of `endpointCalls` about the rights of people. */
export const rightsCalls = (
  testApp: TestApp,
): Record<string, (owner: Person) => Promise<EndpointCall> | EndpointCall> => ({
  'GET /api/rights-recipients/{slug}': async (owner) => ({ params: { slug: await hasSlug(owner) } }),
  'GET /api/rights-recipients/link/{token}': async (owner) => {
    const link = { appointmentId: await newAppointment(owner), expiresAt: new Date('2031-01-01') };
    return { params: { token: await newAppointmentLink(testApp, { ownerId: owner.user._id, ...link }) } };
  },
  'GET /api/rights-requests/challenge': () => ({}),
  'POST /api/rights-requests': async (owner) => ({
    body: { ...rightsForm({ slug: await hasSlug(owner) }), altcha: await newRightsProof(testApp) },
  }),
  'GET /api/account/rights-requests': () => ({}),
  'GET /api/account/rights-requests/count': () => ({}),
  'GET /api/account/rights-requests/{id}': async (owner) => ({
    params: { id: (await receivedRequest(testApp, owner))._id },
  }),
  'PATCH /api/account/rights-requests/{id}': async (owner) => ({
    params: { id: (await receivedRequest(testApp, owner))._id },
    body: { status: 'answered', answer: 'Te entregué la copia en la consulta' },
  }),
  'PUT /api/patients/{id}/blocked': async (owner) => ({
    params: { id: (await owner.hasPatient())._id },
    body: { blocked: true },
  }),
});
