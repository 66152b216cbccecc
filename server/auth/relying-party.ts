import { isIP } from 'node:net';
import type { NewPasskey, UsedPasskey } from '#contract/passkeys';
import { AppError } from '#server/platform/app-error';

/** The site for which browsers make and use passkeys: the host of PUBLIC_URL, on the pages of its origin. */
export interface RelyingParty {
  host: string;
  origin: string;
}

/** Undefined when the host is an IP address: browsers make no passkeys for it. */
export function relyingParty(publicUrl: string): RelyingParty | undefined {
  const { hostname: host, origin } = new URL(publicUrl);
  return isIP(host.replace(/^\[(.*)\]$/, '$1')) === 0 ? { host, origin } : undefined;
}

export function requireRelyingParty({ publicUrl }: { publicUrl: string }): RelyingParty {
  const party = relyingParty(publicUrl);
  if (!party) throw new AppError('PASSKEYS_NOT_AVAILABLE');
  return party;
}

const NAME = 'Ficha Austral';
/** ES256, EdDSA and RS256: every authenticator knows one of them. */
const ALGORITHMS = [-7, -8, -257];

// Loaded on demand: the library takes longer to load than the rest of a start, and many installations have no passkey.
const loadLibrary = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

interface Holder {
  id: string;
  name: string;
  email: string;
}

interface Credential {
  id: string;
  transports: string[];
}

/** The options of `navigator.credentials.create`. */
export async function creationOptions(
  { host }: RelyingParty,
  {
    holder,
    challenge,
    timeout,
    existing,
  }: { holder: Holder; challenge: string; timeout: number; existing: Credential[] },
) {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpName: NAME,
    rpID: host,
    userID: new Uint8Array(handleBytes(holder.id)),
    userName: holder.email,
    userDisplayName: holder.name,
    // Bytes, because the library would encode a text once more.
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout,
    attestationType: 'none',
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** The options of `navigator.credentials.get`. They name no credential: the browser offers those that it has. */
export async function requestOptions(
  { host }: RelyingParty,
  { challenge, timeout }: { challenge: string; timeout: number },
) {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: host,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout,
    userVerification: 'required',
  });
}

/** The challenge that a browser says it was given. Undefined for what no browser sends. */
export async function claimedChallenge(clientDataJSON: string): Promise<string | undefined> {
  const { decodeClientDataJSON } = await loadHelpers();
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the page was in a frame of another site. The library does not check it, and no site may frame the application. */
async function isInForeignFrame(clientDataJSON: string): Promise<boolean> {
  const { decodeClientDataJSON } = await loadHelpers();
  return Boolean(decodeClientDataJSON(clientDataJSON).crossOrigin);
}

/** The credential that a browser made for the challenge. Undefined when it is not for this relying party, or damaged. */
export async function verifiedCredential(
  { host, origin }: RelyingParty,
  { response }: NewPasskey,
  challenge: string,
): Promise<{ credentialId: Buffer; publicKey: Buffer } | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary();
  try {
    const { clientDataJSON } = response.response;
    if (await isInForeignFrame(clientDataJSON)) return undefined;
    const attestationObject = await withoutAttestation(response.response.attestationObject);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...withoutExtensions(response), response: { clientDataJSON, attestationObject } },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo || registrationInfo.credential.id !== response.id) return undefined;
    const { id, publicKey } = registrationInfo.credential;
    return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey) };
  } catch {
    return undefined;
  }
}

/**
 * Some authenticators send an attestation although the server asks for none. It is dropped unread: to verify it, the
 * library may load addresses that its certificates name.
 */
async function withoutAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await loadHelpers();
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const object = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(object));
}

/** Whether the passkey signed the challenge here, after it verified its user. */
export async function isSigned(
  { host, origin }: RelyingParty,
  { response, challenge }: UsedPasskey,
  publicKey: Buffer,
): Promise<boolean> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const { clientDataJSON, authenticatorData, signature } = response.response;
    if (await isInForeignFrame(clientDataJSON)) return false;
    const { verified } = await verifyAuthenticationResponse({
      response: { ...withoutExtensions(response), response: { clientDataJSON, authenticatorData, signature } },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      // The counter of signatures is not compared: a passkey that is synced to several devices reports zero or an old value.
      credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: true,
    });
    return verified;
  } catch {
    return false;
  }
}

const withoutExtensions = ({ id, rawId, type }: Pick<UsedPasskey['response'], 'id' | 'rawId' | 'type'>) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
});

/** The user handle that an authenticator stores: the id of the account, which says nothing about the person. */
const handleBytes = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex');

/** Whether the authenticator has the passkey for that account. */
export const isUserHandle = (userId: string, handle: string | null | undefined): boolean =>
  handle === handleBytes(userId).toString('base64url');
