import { Secret, TOTP } from 'otpauth';
import { login } from '#contract/auth';
import { beginTotp, confirmTotp } from '#contract/second-factor';
import type { TestApp } from './test-app.ts';

type Person = Awaited<ReturnType<TestApp['newProfessional']>>;

/** The code that an authenticator application shows. */
export const codeAt = (secret: string, now: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });

/** The challenge with which a login of an account with a second factor was answered. */
export const challengeOf = (reply: unknown): string => (reply as { challenge: string }).challenge;

/** Sets a second factor up for an account. */
export async function enableSecondFactor(testApp: TestApp, person: Person) {
  const { secret } = (await person.send(beginTotp)).body;
  const body = { code: codeAt(secret, testApp.deps.now()) };
  const { recoveryCodes } = (await person.send(confirmTotp, { body })).body;
  return {
    secret,
    recoveryCodes,
    /** A code that was not used before. */
    nextCode: () => {
      testApp.passTime(30_000);
      return codeAt(secret, testApp.deps.now());
    },
  };
}

/** What completes the login of an account with a second factor. */
export async function challengeWithCode(testApp: TestApp): Promise<{ challenge: string; code: string }> {
  const person = await testApp.newProfessional();
  const { nextCode } = await enableSecondFactor(testApp, person);
  const { body } = await testApp.send(login, { body: { email: person.user.email, password: 'clave-de-prueba' } });
  return { challenge: challengeOf(body), code: nextCode() };
}

export async function withoutSecondFactor(testApp: TestApp, { user }: Person): Promise<void> {
  await testApp.sql`delete from second_factors where user_id = ${user._id}`;
  await testApp.sql`update users set has_second_factor = false where id = ${user._id}`;
}

/** The code that confirms a new second factor. */
export async function firstCode(testApp: TestApp, person: Person): Promise<string> {
  await withoutSecondFactor(testApp, person);
  const { secret } = (await person.send(beginTotp)).body;
  return codeAt(secret, testApp.deps.now());
}
