import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import {
  CALENDAR_TIMEOUT_MS,
  createFileReader,
  type ImportFileReader,
  TABLE_TIMEOUT_MS,
  WAIT_TIMEOUT_MS,
} from './file-reader.ts';

/** A worker that behaves as the file says. */
const WORKER = `
  process.once('disconnect', () => process.exit());
  process.on('message', ({ task }) => {
    if (!task) return process.send('ready');
    if (task === 'die') process.exit(1);
    if (task === 'hang') for (;;);
    process.send({ result: task });
  });
`;

const folder = mkdtempSync(join(tmpdir(), 'ficha-import-'));
const script = pathToFileURL(join(folder, 'worker.mjs'));
writeFileSync(script, WORKER);
afterAll(() => rmSync(folder, { recursive: true }));

let reader: ImportFileReader<string, string>;
afterEach(() => reader.close());

test('while an account sends files that never end, the file of another is read', async () => {
  reader = createFileReader(script, CALENDAR_TIMEOUT_MS);
  const ended: string[] = [];
  const read = (file: string, owner: string) =>
    reader
      .read(file, owner)
      .catch(({ code }) => code)
      .finally(() => ended.push(owner));
  const replies = [read('hang', 'ana'), read('hang', 'ana'), read('list', 'berta')];
  expect([await replies[0], await replies[2]]).toEqual(['IMPORT_TOO_SLOW', 'list']);
  expect(ended).toEqual(['ana', 'berta']);
});

test('a calendar has at most two seconds, and a file may wait until a table has had all its time', () => {
  expect(CALENDAR_TIMEOUT_MS).toBeLessThanOrEqual(2000);
  expect(TABLE_TIMEOUT_MS).toBeGreaterThan(CALENDAR_TIMEOUT_MS);
  expect(WAIT_TIMEOUT_MS).toBeGreaterThan(TABLE_TIMEOUT_MS);
});

test('a file that ends its process is refused, and the next one is read', async () => {
  reader = createFileReader(script, TABLE_TIMEOUT_MS);
  await expect(reader.read('die', 'ana')).rejects.toMatchObject({ code: 'IMPORT_UNREADABLE' });
  expect(await reader.read('list', 'ana')).toBe('list');
});
