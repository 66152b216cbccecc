import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** The labels and messages of the field are the specification's: 'Email', 'El email es requerido', 'Email inválido'. */
const SPECIFIED = /El email es requerido/g;

const OTHER_WORDS = {
  'solo, without an accent': /\bs\u00f3lo\b/iu,
  'correo, not email': /(?:\b(?:con|de|del|desde|el|ese|mismo|o|por|registrado|sin|su|tu|un|y)|,)\s+e-?mails?\b(?!:)/iu,
};

const texts = globSync('{contract,server,web}/**/*.{ts,tsx,json}', { cwd: ROOT, exclude: ['web/dist/**'] })
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8').replaceAll(SPECIFIED, '') }));

test.each(Object.entries(OTHER_WORDS))('texts say %s', (_, other) => {
  expect(texts.length).toBeGreaterThan(500);
  const found = texts.flatMap(({ path, text }) => {
    const lines = text.split('\n').filter((line) => other.test(line) && isSpanish(line));
    return lines.map((line) => `${path}: ${line.trim()}`);
  });
  expect(found).toEqual([]);
});

/** Code has names such as 'email' in lists, and comments are in English. */
const isSpanish = (line: string): boolean => / (?:con|de|del|desde|el|la|por|que|su|tu|y) /.test(` ${line} `);
