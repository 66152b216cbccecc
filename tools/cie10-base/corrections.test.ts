import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { canonicalCie10 } from '#contract/cie10';
import { baseList } from '#server/cie10/bundled-lists';
import { spellingOf } from './spelling.ts';

const read = async (name: string): Promise<string[][]> =>
  parse(await readFile(join(import.meta.dirname, name)), { from_line: 2 });

test('words are sorted and unique, and no correction produces a word that another one corrects', async () => {
  const pairs = await read('words.csv');
  const wrongWords = pairs.map(([word]) => word ?? '');
  expect(pairs.filter(([word, right]) => !right || word === right || word !== word?.toLowerCase())).toEqual([]);
  expect(wrongWords).toEqual([...new Set(wrongWords)].sort());
  expect(pairs.filter(([, right]) => right && wrongWords.includes(right))).toEqual([]);
});

test('texts are sorted and unique, and the base list contains each of them', async () => {
  const texts = await read('texts.csv');
  const codes = texts.map(([code]) => code ?? '');
  const base = new Map((await baseList()).map(({ code, description }) => [code, description]));
  expect(codes.map((code) => canonicalCie10(code))).toEqual(codes);
  expect(codes).toEqual([...new Set(codes)].sort());
  expect(texts.filter(([code = '', text]) => base.get(code) !== text)).toEqual([]);
});

test('the base list contains no word that the corrections would still change', async () => {
  const correct = spellingOf((await read('words.csv')).map(([wrong = '', right = '']) => [wrong, right]));
  const replaced = new Set((await read('texts.csv')).map(([code]) => code));
  const wrong = (await baseList()).filter(({ code, description }) => {
    return !replaced.has(code) && correct(description) !== description;
  });
  expect(wrong).toEqual([]);
});
