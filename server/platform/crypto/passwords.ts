import { hash, verify } from '@node-rs/argon2';

// Argon2id with OWASP's parameters, which are this library's defaults: 19 MiB, two passes, one lane.
export const hashPassword = (password: string): Promise<string> => hash(password);

// Compared against when the email is unknown, so that both answers take the same time.
const NOBODYS_HASH = hash('no account has this password');

export async function isPasswordOf(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await NOBODYS_HASH), password);
  return matches && passwordHash !== undefined;
}
