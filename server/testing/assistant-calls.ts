import type { EndpointCall } from './endpoint-call.ts';
import type { Person } from './endpoint-resources.ts';
import { PASSWORD } from './inputs.ts';
import { accept, invitation, invite } from './invitations.ts';
import type { TestApp } from './test-app.ts';

const ofInvited = async (owner: Person) => ({ params: { id: (await invite(owner))._id } });
const ofAccepted = (testApp: TestApp) => async (owner: Person) => {
  const { _id: id, token } = await invite(owner);
  await accept(testApp, token);
  return { params: { id } };
};
const ON_DAY = { query: { date: '2030-01-07' } };

/** The calls of `endpointCalls` about reception. */
export const assistantCalls = (
  testApp: TestApp,
): Record<string, (owner: Person) => Promise<EndpointCall> | EndpointCall> => ({
  'GET /api/account/assistants': () => ({}),
  'POST /api/account/assistants': () => ({ body: invitation() }),
  'PUT /api/account/assistants/{id}': async (owner) => ({
    ...(await ofInvited(owner)),
    body: { canEditPatients: false, canCharge: false },
  }),
  'POST /api/account/assistants/{id}/confirm': ofAccepted(testApp),
  'DELETE /api/account/assistants/{id}': ofInvited,
  'GET /api/account/assistants/{id}/acts': ofAccepted(testApp),
  'GET /api/invitations/{token}': async (owner) => ({ params: { token: (await invite(owner)).token } }),
  'POST /api/invitations/{token}/accept': async (owner) => ({
    params: { token: (await invite(owner)).token },
    body: { password: PASSWORD },
  }),
  'GET /api/assistant/professionals': () => ({}),
  'GET /api/assistant/day': () => ON_DAY,
  'GET /api/assistant/day/version': () => ON_DAY,
  'GET /api/assistant/next-free': () => ({}),
});
