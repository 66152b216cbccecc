import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readOrCreateSecret } from '../crypto/keys.ts';
import type { Cluster } from './embedded-process.ts';

/** The password is random, so more rounds than PostgreSQL's default would only delay each connection. */
const SCRAM_ITERATIONS = 4096;
/** Who may connect: every role, with its password. */
const RULES = 'local all all scram-sha-256\n';
const RULES_WITHOUT_PASSWORD = `local all postgres trust\n${RULES}`;
/** A line of pg_hba.conf that lets everyone in who reaches the socket. */
const TRUSTING_LINE = /^\s*(?:local|host\w*)\s.*\strust\b/m;

export const passwordPath = (dataDir: string): string => join(dataDir, 'keys', 'postgres.password');

/** The password of the superuser, from a file that the first start creates. */
export const superuserPassword = async (dataDir: string): Promise<string> =>
  (await readOrCreateSecret(passwordPath(dataDir), () => randomBytes(32).toString('base64url'))).trim();

/** Each role has a password of its own, from which neither the superuser's nor another role's can be computed. */
export const rolePassword = (superusers: string, role: string): string =>
  createHmac('sha256', superusers).update(role).digest('base64url');

/**
 * What PostgreSQL stores of a password (RFC 5803). It accepts this form in place of the password, which so never leaves
 * the server. The salt follows from the password: the same password always has the same verifier.
 */
export function scramVerifier(password: string): string {
  const salt = createHmac('sha256', password).update('salt').digest().subarray(0, 16);
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, 32, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const head = `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}`;
  return `${head}$${storedKey}:${keyOf('Server Key').toString('base64')}`;
}

/**
 * pg_hba.conf is not among the files of PostgreSQL's account. Another program of that account can read it there and
 * cannot change it.
 */
export const rulesPath = (dataDir: string): string => join(dataDir, 'pg_hba.conf');

/**
 * Written before every start. The superuser is let in without a password until `requirePassword` sets one: when the file
 * with the password was lost, and in folders of version 0.2.0, which have no password.
 */
export async function writeRules({ folder, place: { dataDir } }: Pick<Cluster, 'folder' | 'place'>): Promise<void> {
  const hasPassword = (await stat(passwordPath(dataDir)).catch(() => undefined)) !== undefined;
  const rules = (await readRules(dataDir)) ?? (await readFile(join(folder, 'pg_hba.conf'), 'utf8').catch(() => ''));
  await replaceRules(dataDir, hasPassword && !TRUSTING_LINE.test(rules) ? RULES : RULES_WITHOUT_PASSWORD);
}

export async function requirePassword(cluster: Cluster, query: (statement: string) => Promise<unknown>): Promise<void> {
  const { dataDir } = cluster.place;
  if ((await readRules(dataDir)) === RULES) return;
  const { superuser, password } = cluster.socket;
  await query(`alter role ${superuser} password '${scramVerifier(password)}'`);
  await replaceRules(dataDir, RULES);
  await query('select pg_reload_conf()');
}

const readRules = (dataDir: string) => readFile(rulesPath(dataDir), 'utf8').catch(() => undefined);

async function replaceRules(dataDir: string, rules: string): Promise<void> {
  const path = rulesPath(dataDir);
  const next = `${path}.next`;
  const file = await open(next, 'w', 0o644);
  await file.writeFile(rules);
  // Whatever the umask is: PostgreSQL runs as another account when root starts the server.
  await file.chmod(0o644);
  await file.sync();
  await file.close();
  await rename(next, path);
}
