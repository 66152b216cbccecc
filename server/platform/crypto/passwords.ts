import { hash, verify } from '@node-rs/argon2';

// Argon2id with OWASP's parameters, which are this library's defaults: m=19 MiB, t=2, p=1.
export const hashPassword = (password: string): Promise<string> => hash(password);

// Compared when the e-mail address is unknown, so that both answers take the same time.
const DUMMY_HASH = hash('no account has this password');

export async function isPasswordOf(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await DUMMY_HASH), password);
  return matches && passwordHash !== undefined;
}
