import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { addPasskey, beginPasskey, beginPasskeyLogin, type NewPasskey, type UsedPasskey } from '#contract/passkeys';
import type { Person, TestApp } from './test-app.ts';

const ORIGIN = 'http://localhost:3000';
const HOST = 'localhost';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** What an authenticator or a browser may say instead of what is right. */
interface Deviation {
  origin?: string;
  /** Whether the page is in a frame of another site. */
  crossOrigin?: boolean;
  /** The relying party. */
  host?: string;
  /** Whether the user was verified, by a fingerprint or a PIN. */
  verified?: boolean;
  /** The counter of signatures. */
  counter?: number;
  userHandle?: string | null;
  /** The format of an attestation that nobody asked for. */
  attestation?: string;
  type?: string;
  /** The algorithm that the public key names (COSE). */
  algorithm?: number;
}

const base64url = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

const clientData = (challenge: string, { type, origin = ORIGIN, crossOrigin = false }: Deviation): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));

/** The flags and the counter of an authenticator, as WebAuthn lays them out. */
function authenticatorData({ host = HOST, verified = true, counter = 0 }: Deviation, credential?: Buffer): Buffer {
  const flags = PRESENT | (verified ? VERIFIED : 0) | (credential ? HAS_CREDENTIAL : 0);
  const numbers = Buffer.alloc(5);
  numbers.writeUInt8(flags, 0);
  numbers.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(host), numbers, credential ?? Buffer.alloc(0)]);
}

/** The items of CBOR (RFC 8949) that WebAuthn needs. */
const cborHead = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
};
const cborInteger = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (entries: [Buffer, Buffer][]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);

const ES256 = -7;

/** The public key in the form of COSE, a point of P-256. */
function coseKey(publicKey: KeyObject, algorithm: number): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(algorithm)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

/** A passkey in software: what a telephone and its browser do together. */
export function newAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  const identity = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
  let holder: string | undefined;

  return {
    id,
    /** Answers the options of `navigator.credentials.create`. */
    register: (options: { challenge: string; user?: unknown }, deviation: Deviation = {}): NewPasskey['response'] => {
      const { attestation = 'none', algorithm = ES256 } = deviation;
      holder = (options.user as { id: string } | undefined)?.id;
      const length = Buffer.from([0, credentialId.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey, algorithm)]);
      const statement = attestation === 'none' ? [] : [[cborText('x5c'), cborText('sin certificado')] as const];
      const attestationObject = cborMap([
        [cborText('fmt'), cborText(attestation)],
        [cborText('attStmt'), cborMap(statement.map(([key, value]) => [key, value]))],
        [cborText('authData'), cborBytes(authenticatorData(deviation, credential))],
      ]);
      return {
        ...identity,
        response: {
          clientDataJSON: base64url(clientData(options.challenge, { type: 'webauthn.create', ...deviation })),
          attestationObject: base64url(attestationObject),
          transports: ['internal', 'hybrid'],
        },
      };
    },
    /** Answers a challenge of `navigator.credentials.get`. */
    answer: (challenge: string, deviation: Deviation = {}): UsedPasskey => {
      const { userHandle = holder } = deviation;
      const data = authenticatorData(deviation);
      const client = clientData(challenge, { type: 'webauthn.get', ...deviation });
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        challenge,
        response: {
          ...identity,
          response: {
            clientDataJSON: base64url(client),
            authenticatorData: base64url(data),
            signature: base64url(signature),
            userHandle,
          },
        },
      };
    },
  };
}
export type Authenticator = ReturnType<typeof newAuthenticator>;

/** The sessions of the account proved who uses them a little more than fifteen minutes ago. */
export const withoutFreshProof = async (
  { sql, deps }: Pick<TestApp, 'sql' | 'deps'>,
  { user }: Person,
): Promise<void> => {
  const provedAt = new Date(deps.now().getTime() - 16 * 60_000);
  await sql`
    update sessions set proved_at = ${provedAt}, code_proved_at = null where user_id = ${user._id} and ended_at is null`;
};

/** A challenge for a login, or for a proof in an open session. */
export const newChallenge = async (testApp: Pick<TestApp, 'send'>): Promise<string> =>
  (await testApp.send(beginPasskeyLogin)).body.challenge;

type Sender = Pick<Person, 'send'>;

/** What adds a passkey to the account. */
export async function newPasskey(person: Sender, deviation: Deviation = {}) {
  const authenticator = newAuthenticator();
  const { body: options } = await person.send(beginPasskey);
  const body = { name: 'Notebook de la consulta', response: authenticator.register(options, deviation) };
  return { authenticator, body };
}

/** Adds a passkey to the account. */
export async function withPasskey(person: Sender) {
  const { authenticator, body } = await newPasskey(person);
  const { body: passkey } = await person.send(addPasskey, { body });
  return { authenticator, passkey };
}
