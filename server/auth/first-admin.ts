import { randomBytes } from 'node:crypto';
import { record } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { uuidv7 } from '#server/platform/uuid';
import { accountOf, anyAdmin, insertUser } from './auth.store.ts';

const DEFAULT_EMAIL = 'admin@ficha-austral.local';

interface Given {
  email: string;
  password: string;
}

/** Sees to it that there is an administrator: the one of the environment, or one whose password is said once. */
export async function ensureAdmin(deps: Deps, given: Given | undefined, say: (line: string) => void): Promise<void> {
  if (given) {
    const account = await accountOf(deps.identity, given.email);
    if (account && account.user.role !== 'admin') {
      say(`ADMIN_EMAIL ${given.email} is the account of a professional: no administrator was made`);
    }
    if (!account) await createAdmin(deps, given);
    return;
  }
  if (await anyAdmin(deps.identity)) return;
  const made = { email: DEFAULT_EMAIL, password: randomBytes(12).toString('base64url') };
  if (await createAdmin(deps, made)) {
    say(`Administrator: ${made.email}, password ${made.password} (it is not shown again)`);
  }
}

/** False when another process made it in the meantime. */
async function createAdmin(deps: Deps, { email, password }: Given): Promise<boolean> {
  const at = deps.now();
  const id = uuidv7(at);
  const passwordHash = await deps.passwords.hash(password);
  return deps.identityTransaction(async (tx) => {
    const isNew = await insertUser(tx, { id, role: 'admin', name: 'Administración', email, passwordHash, at });
    if (isNew) await record(tx, { act: 'admin.created', at, actorId: id });
    return isNew;
  });
}
