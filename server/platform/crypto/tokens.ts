import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { TICKET_MINUTES } from '#contract/share-page';
import { isUuid } from '../uuid.ts';

const ACCESS_TOKEN_MINUTES = 15;
/** The size of the cache of verified tokens. About 2 MB when full. */
const CACHED_TOKENS = 5000;

export interface AccessTokens {
  issue(sessionId: string, now: Date): Promise<string>;
  /** The session of an access token. Undefined when the token is forged, damaged or expired. */
  sessionOf(token: string, now: Date): Promise<string | undefined>;
  /** A ticket for the documents of a link. It is no access token, and an access token is no ticket. */
  issueTicket(shareId: string, now: Date): Promise<string>;
  shareOf(ticket: string, now: Date): Promise<string | undefined>;
}

interface Claims {
  sessionId: string;
  expiresAt: number;
}

export function accessTokens(secret: Uint8Array): AccessTokens {
  const key = createSecretKey(secret);
  // A valid signature stays valid, so it is verified once: each verification goes through the thread pool. Expiry is
  // checked on every request, and so is the session.
  const verified = new Map<string, Claims>();

  async function claimsOf(token: string, now: Date): Promise<Claims | undefined> {
    const known = verified.get(token);
    if (known) return known;
    const claims = await verify(token, now);
    if (claims) {
      const oldest = verified.size >= CACHED_TOKENS ? verified.keys().next().value : undefined;
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
    issueTicket: (shareId, now) => {
      const issued = Math.floor(now.getTime() / 1000);
      return new SignJWT({ share: shareId })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt(issued)
        .setExpirationTime(issued + TICKET_MINUTES * 60)
        .sign(key);
    },
    shareOf: async (ticket, now) => {
      try {
        const { payload } = await jwtVerify(ticket, key, { algorithms: ['HS256'], currentDate: now });
        const { share, exp } = payload;
        return typeof share === 'string' && exp !== undefined ? share : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/** 256 random bits: a refresh token, a challenge or the token of a device. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Only the hash is stored, so a copy of the database cannot continue a session. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
