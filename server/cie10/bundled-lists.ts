import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Row } from './import-plan.ts';
import { readListFile } from './list-file.ts';

/** The whole classification. README.md beside it states its origin and licence. */
export const baseList = (): Promise<Row[]> => read('base.csv');

/** Current Chilean wording for the frequent codes, and codes that the base list lacks. */
export const curatedList = (): Promise<Row[]> => read('curated.csv');

async function read(name: string): Promise<Row[]> {
  const path = join(import.meta.dirname, name);
  return readListFile(await readFile(path), path);
}
