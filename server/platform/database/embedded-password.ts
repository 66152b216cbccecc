import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { chown, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readOrCreateSecret } from '../crypto/keys.ts';
import type { Cluster } from './embedded-process.ts';

/** The password is random, so more rounds than PostgreSQL's default would only delay each connection. */
const SCRAM_ITERATIONS = 4096;
/** A line of pg_hba.conf that lets everyone in who reaches the socket. */
const TRUSTING_LINE = /^(\s*(?:local|host\w*)\s.*\s)trust\b/gm;

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

/** When the file with the password was lost, the superuser is let in without one until `requirePassword` sets another. */
export async function allowNewPassword(cluster: Pick<Cluster, 'folder' | 'place'>): Promise<void> {
  if (await stat(passwordPath(cluster.place.dataDir)).catch(() => undefined)) return;
  const rules = await readFile(rulesPath(cluster), 'utf8');
  if (!isTrusting(rules)) await writeRules(cluster, `local all postgres trust\n${rules}`);
}

/** Folders of version 0.2.0 and before trust everyone who reaches the socket. They get a password at their next start. */
export async function requirePassword(cluster: Cluster, query: (statement: string) => Promise<unknown>): Promise<void> {
  const rules = await readFile(rulesPath(cluster), 'utf8');
  if (!isTrusting(rules)) return;
  const { superuser, password } = cluster.socket;
  await query(`alter role ${superuser} password '${scramVerifier(password)}'`);
  await writeRules(cluster, rules.replaceAll(TRUSTING_LINE, '$1scram-sha-256'));
  await query('select pg_reload_conf()');
}

const rulesPath = ({ folder }: Pick<Cluster, 'folder'>) => join(folder, 'pg_hba.conf');

const isTrusting = (rules: string) => rules.search(TRUSTING_LINE) !== -1;

async function writeRules(cluster: Pick<Cluster, 'folder' | 'place'>, rules: string): Promise<void> {
  const path = rulesPath(cluster);
  const draft = `${path}.draft`;
  const file = await open(draft, 'w', 0o600);
  await file.writeFile(rules);
  await file.sync();
  await file.close();
  const { account } = cluster.place;
  if (account) await chown(draft, account.uid, account.gid);
  await rename(draft, path);
}
