import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { startRefused } from './start-refused.ts';

/**
 * Creates a folder with its parents. When root starts the server, other accounts may pass through them (mode 0711),
 * because PostgreSQL runs under another account. `recursive` is not used: in /proc, where no folder can be created,
 * Node's recursive mkdir never ends.
 */
export async function makeFolder(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined))?.isDirectory()) return;
  if (path !== dirname(path)) await makeFolder(dirname(path));
  try {
    await mkdir(path, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    throw startRefused(`DATA_DIR cannot be used: ${path} cannot be created (${code})`);
  }
}

/** Writes the names in a folder to the disk, so that a new or renamed file survives a crash of the machine. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}
