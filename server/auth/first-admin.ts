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

export interface FirstAdmin {
  email: string;
  /** Undefined when the environment configures the password. It is stored nowhere else. */
  generatedPassword?: string;
}

/**
 * Creates the administrator that the environment configures. Without one, and if there is no administrator yet, creates
 * one and generates its password. Returns the administrator if this start created the first one of the installation.
 */
export async function ensureAdmin(
  deps: FirstAdminDeps,
  configured: AdminCredentials | undefined,
  say: (line: string) => void,
): Promise<FirstAdmin | undefined> {
  const isFirst = !(await anyAdmin(deps.identity));
  if (configured) {
    const { email } = configured;
    const account = await accountOf(deps.identity, email);
    if (account && account.user.role !== 'admin') {
      say(`ADMIN_EMAIL ${email} is the account of a professional: no administrator was created`);
    }
    const isCreated = !account && (await createAdmin(deps, configured));
    return isFirst && isCreated ? { email } : undefined;
  }
  if (!isFirst) return undefined;
  const created = { email: DEFAULT_EMAIL, password: randomBytes(12).toString('base64url'), isGenerated: true };
  const isCreated = await createAdmin(deps, created);
  return isCreated ? { email: created.email, generatedPassword: created.password } : undefined;
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
