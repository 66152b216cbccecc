import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ageNotice, clearDemoFolder, madeAt, markDemoFolder } from './folder.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ficha-demo-folder-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a folder that is not a demonstration is neither used nor deleted', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'PG_VERSION'), '18');
  await expect(clearDemoFolder(folder)).rejects.toThrow('has files and is not a demonstration');
  expect(await readdir(folder)).toEqual(['PG_VERSION']);
});

test('an interrupted demonstration counts as none, and is cleared', async () => {
  const folder = join(await newFolder(), 'demo');
  const now = new Date('2026-03-17T12:00:00Z');
  expect(await madeAt(folder)).toBeUndefined();
  await markDemoFolder(folder, now, false);
  expect(await madeAt(folder)).toBeUndefined();
  await markDemoFolder(folder, now, true);
  expect(await madeAt(folder)).toEqual(now);
  await clearDemoFolder(folder);
  expect(await madeAt(folder)).toBeUndefined();
});

test('a demonstration of the last days is used as it is, an older one suggests --reset', () => {
  const made = new Date('2026-03-17T12:00:00Z');
  expect(ageNotice(made, new Date('2026-03-20T12:00:00Z'))).toBeUndefined();
  expect(ageNotice(made, new Date('2026-03-22T12:00:00Z'))).toMatch(/5 days old.*--reset/);
});
