import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfExists, readOrCreateSecret } from '../crypto/keys.ts';
import { startRefused } from '../start-refused.ts';

/** The password is random, so more rounds than PostgreSQL's default would only delay each connection. */
const SCRAM_ITERATIONS = 4096;
/** Who may connect: every role, with its password. */
const RULES = 'local all all scram-sha-256\n';
const RULES_WITHOUT_PASSWORD = `local all postgres trust\n${RULES}`;

export const passwordPath = (dataDir: string): string => join(dataDir, 'keys', 'postgres.password');

const newPassword = () => randomBytes(32).toString('base64url');

/** The password of the superuser, from a file that is created if it does not exist. */
export const superuserPassword = async (dataDir: string): Promise<string> =>
  (await readOrCreateSecret(passwordPath(dataDir), newPassword)).trim();

/** The same without creating the file: where it is missing, a password that no PostgreSQL has. */
export const storedPassword = async (dataDir: string): Promise<string> =>
  (await readIfExists(passwordPath(dataDir)))?.trim() ?? newPassword();

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

/** PostgreSQL lets every role in with its password. */
export const requirePasswords = (dataDir: string): Promise<void> => writeRules(dataDir, RULES);

/** PostgreSQL lets the superuser in without a password, until `setPassword` has set one. */
export const trustSuperuser = (dataDir: string): Promise<void> => writeRules(dataDir, RULES_WITHOUT_PASSWORD);

/** Sets the password of the superuser in a running PostgreSQL that lets it in without one. */
export async function setPassword(
  dataDir: string,
  superuser: string,
  query: (statement: string) => Promise<unknown>,
): Promise<string> {
  const password = await superuserPassword(dataDir);
  await query(`alter role ${superuser} password '${scramVerifier(password)}'`);
  await requirePasswords(dataDir);
  await query('select pg_reload_conf()');
  return password;
}

const readRules = (dataDir: string) => readFile(rulesPath(dataDir), 'utf8').catch(() => undefined);

/** A file that is right already is not written again: on a full disk it could not be. */
async function writeRules(dataDir: string, rules: string): Promise<void> {
  if ((await readRules(dataDir)) === rules) return;
  const path = rulesPath(dataDir);
  const next = `${path}.next`;
  try {
    await using file = await open(next, 'w', 0o644);
    await file.writeFile(rules);
    // Whatever the umask is: PostgreSQL runs as another account when root starts the server.
    await file.chmod(0o644);
    await file.sync();
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true, recursive: true });
    throw startRefused(`${path} cannot be written: ${(error as NodeJS.ErrnoException).code}`);
  }
}
