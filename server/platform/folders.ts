import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { startRefused } from './start-refused.ts';

/**
 * Makes a folder of the data folder, with those above it. Started by root they are open for passage, because
 * PostgreSQL's account comes through. Not `recursive`: where no folder can be made (/proc), Node's own walk never ends.
 */
export async function makeFolder(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined))?.isDirectory()) return;
  if (path !== dirname(path)) await makeFolder(dirname(path));
  try {
    await mkdir(path, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    throw startRefused(`DATA_DIR cannot be used: ${path} cannot be made (${code})`);
  }
}
