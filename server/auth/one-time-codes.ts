import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from '#contract/second-factor';

const ISSUER = 'Ficha Austral';
const PERIOD_SECONDS = 30;
/** One step before and after: the clock of a telephone may differ. */
const TOLERATED_STEPS = 1;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** 80 bits: a fast hash is enough, because nobody can try them all. */
const RECOVERY_CODE_BYTES = 10;

// Authenticator applications ignore other algorithms and lengths.
const totpOf = (secret: Secret, label = '') =>
  new TOTP({ issuer: ISSUER, label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });

export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that an authenticator application reads from the QR code. */
export const uriOf = (secret: string, email: string): string => totpOf(Secret.fromBase32(secret), email).toString();

const currentStep = (now: Date): number => Math.floor(now.getTime() / 1000 / PERIOD_SECONDS);

/** The time step that a code belongs to. Undefined when it is not the code of this time. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(Secret.fromBase32(secret)).validate({ token: code, timestamp, window: TOLERATED_STEPS });
  return delta === null ? undefined : currentStep(now) + delta;
}

/** The last time step whose code is accepted now. */
export const latestStep = (now: Date): number => currentStep(now) + TOLERATED_STEPS;

const withoutSeparators = (code: string) => code.replaceAll(/[\s-]/g, '');

/** '123 456' → '123456'. Undefined when it is not a code of an authenticator application. */
export function totpCode(entered: string): string | undefined {
  const code = withoutSeparators(entered);
  return /^\d{6}$/.test(code) ? code : undefined;
}

/** Ten codes such as 'ABCD-EFGH-IJKL-MNOP'. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const { base32 } = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_CODE_BYTES)).buffer });
    return base32.match(/.{4}/g)?.join('-') ?? base32;
  });

/** The hash includes the account, so equal codes of two accounts differ. Case and separators do not matter. */
export const recoveryCodeHash = (userId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${userId}:${withoutSeparators(code).toUpperCase()}`)
    .digest();
