import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

const INDEX = 'docs/decisions/README.md';

/** The index lists every decision record, and calls the same records superseded that say so themselves. */
export async function decisionIndexViolations(root: string): Promise<string[]> {
  const index = await readFile(join(root, INDEX), 'utf8').catch(() => '');
  const rows = new Map(
    [...index.matchAll(/^\| \[\d+\]\((.+?)\) .* \| (.+) \|$/gm)].map(([, file, status]) => [file, status]),
  );
  const records = (await Array.fromAsync(glob('docs/decisions/[0-9]*.md', { cwd: root }))).sort();
  const found = await Promise.all(
    records.map(async (record) => {
      const status = rows.get(basename(record));
      if (status === undefined) return [`${INDEX}: does not list ${record}`];
      const isSuperseded = /^Superseded/m.test(await readFile(join(root, record), 'utf8'));
      return isSuperseded === status.startsWith('superseded') ? [] : [`${INDEX}: has another status than ${record}`];
    }),
  );
  return found.flat();
}
