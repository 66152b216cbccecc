import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = 'server/migrations';
/** In the format of `sha256sum`: a hash, two spaces, a file name. */
const CHECKSUMS = 'checksums.sha256';

/** A released file never changes: a database that has applied it refuses to start with another text. */
export async function migrationViolations(root: string): Promise<string[]> {
  const folder = join(root, FOLDER);
  const files = (await Array.fromAsync(glob('*.sql', { cwd: folder }))).sort();
  const released = new Map(
    (await readFile(join(folder, CHECKSUMS), 'utf8').catch(() => ''))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  );
  const missing = [...released.keys()].filter((name) => !files.includes(name));
  const found = await Promise.all(
    files.map(async (name) => {
      const hash = createHash('sha256')
        .update(await readFile(join(folder, name)))
        .digest('hex');
      if (!released.has(name)) return [`${FOLDER}/${name}: has no line in ${CHECKSUMS}`];
      return released.get(name) === hash ? [] : [`${FOLDER}/${name}: is not the released file, add a new migration`];
    }),
  );
  return [...found.flat(), ...missing.map((name) => `${FOLDER}/${name}: was released and does not exist`)];
}
