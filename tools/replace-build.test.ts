import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EARLIER_ASSETS } from '../server/platform/http/asset-folders.ts';
import { PAGES, replaceBuild } from './replace-build.ts';

/** Builds after each other, of which each has one asset. */
async function buildAfterEachOther(...assets: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ficha-build-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [next, retired] = [join(folder, '.next'), join(folder, '.retired')];
  for (const asset of assets) {
    await mkdir(join(next, 'assets'), { recursive: true });
    await writeFile(join(next, 'assets', asset), asset);
    await writeFile(join(next, PAGES), asset);
    await replaceBuild(folder, next, retired);
    for (const done of [next, retired]) await rm(done, { recursive: true });
  }
  return folder;
}

test('a build stands alone at first, with the folders into which a running server looks', async () => {
  const dist = await buildAfterEachOther('agenda-1.js');
  expect((await readdir(dist)).toSorted()).toEqual(['assets', ...EARLIER_ASSETS, PAGES]);
  expect(await readdir(join(dist, EARLIER_ASSETS[0]))).toEqual([]);
});

test('a build keeps the assets of the two before it, and no older ones', async () => {
  const dist = await buildAfterEachOther('agenda-1.js', 'agenda-2.js', 'agenda-3.js', 'agenda-4.js');
  expect(await readFile(join(dist, PAGES), 'utf8')).toBe('agenda-4.js');
  const kept = ['assets', ...EARLIER_ASSETS].map((name) => readdir(join(dist, name)));
  expect(await Promise.all(kept)).toEqual([['agenda-4.js'], ['agenda-3.js'], ['agenda-2.js']]);
});
