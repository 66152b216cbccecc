import { createHash, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

const ACCESS_TOKEN_MINUTES = 15;

export interface AccessTokens {
  issue(sessionId: string, now: Date): Promise<string>;
  /** The session an access token speaks for; undefined when it is forged, damaged or too old. */
  sessionOf(token: string, now: Date): Promise<string | undefined>;
}

export function accessTokens(key: Uint8Array): AccessTokens {
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
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now });
        return typeof payload.sid === 'string' ? payload.sid : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** Only the hash is stored: a copy of the database opens no session. */
export const refreshTokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
