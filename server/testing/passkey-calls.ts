import type { EndpointCall } from './endpoint-call.ts';
import { newChallenge, newPasskey, withPasskey } from './passkeys.ts';
import type { Person, TestApp } from './test-app.ts';

/** The calls of passkeys. */
export const passkeyCalls = (
  testApp: TestApp,
): Record<string, (owner: Person) => Promise<EndpointCall> | EndpointCall> => ({
  'POST /api/account/passkeys/options': () => ({}),
  'POST /api/account/passkeys': async (owner) => ({ body: (await newPasskey(owner)).body }),
  'GET /api/account/passkeys': () => ({}),
  'DELETE /api/account/passkeys/{id}': async (owner) => ({ params: { id: (await withPasskey(owner)).passkey._id } }),
  'POST /api/auth/passkey/options': () => ({}),
  'POST /api/auth/passkey': async () => {
    const { authenticator } = await withPasskey(await testApp.newProfessional());
    return { body: authenticator.answer(await newChallenge(testApp)) };
  },
});
