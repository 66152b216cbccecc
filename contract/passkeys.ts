import { z } from 'zod';
import { DeviceToken, SignedIn } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { requiredLine } from './text.ts';
import { Id, Instant } from './wire.ts';

const MAX_PASSKEY_NAME = 60;

const Passkey = z.object({
  _id: z.uuid(),
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.optional(),
  /** The host of the passkey, when it is not the host of this installation: the passkey cannot be used. */
  formerHost: z.string().optional(),
});
export type Passkey = z.output<typeof Passkey>;

const Base64Url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/);

/** What a browser answers, as JSON (WebAuthn Level 3). */
const credentialWith = <Shape extends z.ZodRawShape>(response: Shape) =>
  z.object({
    id: Base64Url.min(1).max(2000),
    rawId: Base64Url.min(1).max(2000),
    type: z.literal('public-key'),
    authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
    clientExtensionResults: z.looseObject({}).default({}),
    response: z.object({ clientDataJSON: Base64Url.min(1), ...response }),
  });

const PasskeyRegistration = credentialWith({
  attestationObject: Base64Url.min(1),
  transports: z
    .array(z.string().regex(/^[\w-]{1,40}$/))
    .max(10)
    .optional(),
});

const PasskeyAssertion = credentialWith({
  authenticatorData: Base64Url.min(1),
  signature: Base64Url.min(1),
  userHandle: Base64Url.max(200).nullish(),
});

/** The options of `navigator.credentials`, as JSON (WebAuthn Level 3). */
const PublicKeyOptions = z.looseObject({ challenge: z.string() });

/** A passkey that was used: the answer of the browser to a challenge of the server. */
export const UsedPasskey = z.object({
  challenge: requiredLine('Falta challenge', 200),
  response: PasskeyAssertion,
});
export type UsedPasskey = z.output<typeof UsedPasskey>;

export const NewPasskey = z.object({
  name: requiredLine('Escribe un nombre con letras o números', MAX_PASSKEY_NAME),
  response: PasskeyRegistration,
});
export type NewPasskey = z.output<typeof NewPasskey>;

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/options',
  access: 'professional',
  assistants: 'own-account',
  summary: 'Entrega las opciones con que el navegador crea una llave de acceso; sirven una vez y por cinco minutos',
  reply: PublicKeyOptions,
  limits: [{ by: 'session', max: 30, seconds: 15 * 60 }],
  // Otherwise whoever finds an open session could enter the account from then on.
  needsFreshProof: true,
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys',
  access: 'professional',
  assistants: 'own-account',
  summary: 'Agrega la llave de acceso que el navegador creó',
  body: NewPasskey,
  reply: Passkey,
  status: 201,
  limits: [{ by: 'session', max: 30, seconds: 15 * 60 }],
  needsFreshProof: true,
});

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/account/passkeys',
  access: 'professional',
  assistants: 'own-account',
  summary: 'Las llaves de acceso de quien llama',
  reply: z.array(Passkey),
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/account/passkeys/{id}',
  access: 'professional',
  assistants: 'own-account',
  summary: 'Elimina una llave de acceso de quien llama',
  params: Id,
  reply: z.undefined(),
  needsFreshProof: true,
  // The passkey of a lost device must be removed at once.
  allowsLowStorage: true,
});

export const beginPasskeyLogin = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/options',
  access: 'public',
  summary: 'Entrega un desafío para una llave de acceso; sirve una vez y por cinco minutos',
  reply: z.object({ challenge: z.string(), publicKey: PublicKeyOptions }),
  limits: [{ by: 'address', max: 300, seconds: 15 * 60 }],
  // Reading needs a session.
  allowsLowStorage: true,
});

export const logInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey',
  access: 'public',
  summary: 'Inicia una sesión con una llave de acceso, que vale por la contraseña y por el código',
  body: UsedPasskey.extend({ deviceToken: DeviceToken }),
  reply: SignedIn,
  limits: [
    { by: 'address', max: 100, seconds: 15 * 60 },
    { by: 'device', max: 30, seconds: 15 * 60 },
  ],
  // Reading needs a session.
  allowsLowStorage: true,
});

export const PASSKEY_OPERATIONS = {
  beginPasskey,
  addPasskey,
  listPasskeys,
  removePasskey,
  beginPasskeyLogin,
  logInWithPasskey,
};
