import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { isUuid } from '../uuid.ts';

const ACCESS_TOKEN_MINUTES = 15;
/** Tokens whose signature was found right lately. About 2 MB when full. */
const REMEMBERED_TOKENS = 5000;

export interface AccessTokens {
  issue(sessionId: string, now: Date): Promise<string>;
  /** The session an access token speaks for; undefined when it is forged, damaged or too old. */
  sessionOf(token: string, now: Date): Promise<string | undefined>;
}

interface Claims {
  sessionId: string;
  expiresAt: number;
}

export function accessTokens(secret: Uint8Array): AccessTokens {
  const key = createSecretKey(secret);
  // A token's signature is right or wrong for ever; whether it is too old, and whether its session is still open,
  // is asked each time. Checking the signature anew would send every call through the thread pool.
  const verified = new Map<string, Claims>();

  async function claimsOf(token: string, now: Date): Promise<Claims | undefined> {
    const known = verified.get(token);
    if (known) return known;
    const claims = await verify(token, now);
    if (claims) {
      const oldest = verified.size >= REMEMBERED_TOKENS ? verified.keys().next().value : undefined;
      if (oldest) verified.delete(oldest);
      verified.set(token, claims);
    }
    return claims;
  }

  async function verify(token: string, now: Date): Promise<Claims | undefined> {
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now });
      const { sid, exp } = payload;
      return typeof sid === 'string' && isUuid(sid) && exp !== undefined
        ? { sessionId: sid, expiresAt: exp * 1000 }
        : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    issue: (sessionId, now) => {
      const issued = Math.floor(now.getTime() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt(issued)
        .setExpirationTime(issued + ACCESS_TOKEN_MINUTES * 60)
        .sign(key);
    },
    sessionOf: async (token, now) => {
      const claims = await claimsOf(token, now);
      return claims && now.getTime() < claims.expiresAt ? claims.sessionId : undefined;
    },
  };
}

export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** Only the hash is stored: a copy of the database opens no session. */
export const refreshTokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
