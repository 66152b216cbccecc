import { randomBytes } from 'node:crypto';
import { record } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { uuidv7 } from '#server/platform/uuid';
import { accountOf, anyAdmin, insertUser } from './auth.store.ts';

type FirstAdminDeps = Pick<Deps, 'identity' | 'identityTransaction' | 'passwords' | 'now'>;

const DEFAULT_EMAIL = 'admin@ficha-austral.local';

interface AdminCredentials {
  email: string;
  password: string;
  isGenerated?: boolean;
}

/**
 * Creates the administrator that the environment configures. Without one, and if there is no administrator yet, creates
 * one and prints its password once.
 */
export async function ensureAdmin(
  deps: FirstAdminDeps,
  configured: AdminCredentials | undefined,
  say: (line: string) => void,
): Promise<void> {
  if (configured) {
    const account = await accountOf(deps.identity, configured.email);
    if (account && account.user.role !== 'admin') {
      say(`ADMIN_EMAIL ${configured.email} is the account of a professional: no administrator was created`);
    }
    if (!account) await createAdmin(deps, configured);
    return;
  }
  if (await anyAdmin(deps.identity)) return;
  const created = { email: DEFAULT_EMAIL, password: randomBytes(12).toString('base64url'), isGenerated: true };
  if (await createAdmin(deps, created)) {
    say(`Administrator: ${created.email}, password ${created.password} (it is not shown again)`);
  }
}

/** False when another process created it in the meantime. */
async function createAdmin(
  deps: FirstAdminDeps,
  { email, password, isGenerated = false }: AdminCredentials,
): Promise<boolean> {
  const at = deps.now();
  const id = uuidv7(at);
  const passwordHash = await deps.passwords.hash(password);
  return deps.identityTransaction(async (tx) => {
    const account = { id, role: 'admin', name: 'Administración', email, passwordHash, at } as const;
    const isNew = await insertUser(tx, { ...account, hasGeneratedPassword: isGenerated });
    if (isNew) await record(tx, { act: 'admin.created', at, actorId: id, address: undefined });
    return isNew;
  });
}
