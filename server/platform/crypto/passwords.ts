import { hash, verify } from '@node-rs/argon2';

interface PasswordCost {
  /** KiB of memory. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** Argon2id as the OWASP Password Storage Cheat Sheet recommends it. */
const OWASP_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  hash(password: string): Promise<string>;
  /** False also when there is no hash, after the same work: the time of the reply does not tell if an account exists. */
  matches(passwordHash: string | undefined, password: string): Promise<boolean>;
}

export function createPasswords(cost: PasswordCost = OWASP_COST): Passwords {
  const unknownAccountHash = hash('no account has this password', cost);
  return {
    hash: (password) => hash(password, cost),
    matches: async (passwordHash, password) => {
      const matches = await verify(passwordHash ?? (await unknownAccountHash), password);
      return matches && passwordHash !== undefined;
    },
  };
}
