import type { EndpointCall } from './endpoint-call.ts';
import type { Person } from './endpoint-resources.ts';
import { finalizedCertificate, openedShare, share } from './shares.ts';
import type { TestApp } from './test-app.ts';

async function ofShare(owner: Person) {
  const { _id: patientId } = await owner.hasPatient();
  const { id } = await share(owner, patientId);
  return { params: { id } };
}

/** The calls of `endpointCalls` about links with documents. */
export const shareCalls = (
  testApp: TestApp,
): Record<string, (owner: Person) => Promise<EndpointCall> | EndpointCall> => ({
  'POST /api/patients/{id}/shares': async (owner) => {
    const { _id: id } = await owner.hasPatient();
    return { params: { id }, body: { documents: [await finalizedCertificate(owner, id)], days: 7 } };
  },
  'GET /api/patients/{id}/shares': async (owner) => ({ params: { id: (await owner.hasPatient())._id } }),
  'DELETE /api/shares/{id}': ofShare,
  'GET /api/shares/blocked': () => ({}),
  'GET /api/shared-documents/{token}': async (owner) => {
    const { token } = await openedShare(testApp, owner);
    return { params: { token } };
  },
  'POST /api/shared-documents/{token}/open': async (owner) => {
    const { token, birthDate } = await openedShare(testApp, owner);
    return { params: { token }, body: { birthDate } };
  },
  'GET /api/shared-documents/{token}/{documentId}': async (owner) => {
    const { token, documentId, ticket } = await openedShare(testApp, owner);
    return { params: { token, documentId }, token: ticket };
  },
  'POST /api/shared-documents/{token}/{documentId}': async (owner) => {
    const { token, documentId, ticket } = await openedShare(testApp, owner);
    return { params: { token, documentId }, body: { ticket, disposition: 'attachment' } };
  },
});
