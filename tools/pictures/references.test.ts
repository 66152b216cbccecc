import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { PICTURE_PATHS } from './make.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The local files that a page of the documentation shows or links to. */
async function filesOn(page: string): Promise<string[]> {
  const text = await readFile(join(ROOT, page), 'utf8');
  const found = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)|(?:src|srcset)="([^"]+)"/g)].map(
    (match) => match[1] ?? match[2],
  );
  return found
    .filter((address) => address !== undefined && !/^\w+:/.test(address))
    .map((address) => relative(ROOT, join(ROOT, dirname(page), address ?? '')));
}

test('every picture and page that the documentation refers to exists, and every picture is shown', async () => {
  const pages = await Array.fromAsync(glob(['*.md', 'docs/**/*.md'], { cwd: ROOT }));
  expect(pages).toContain('README.en.md');
  const referred = new Set<string>();
  for (const page of pages) {
    for (const file of await filesOn(page)) {
      expect(existsSync(join(ROOT, file)), `${page} refers to ${file}`).toBe(true);
      referred.add(file);
    }
  }
  const guide = await readFile(join(ROOT, 'web/site/guide-page.tsx'), 'utf8');
  for (const path of PICTURE_PATHS) {
    expect(existsSync(join(ROOT, path)), path).toBe(true);
    const isShown = referred.has(path) || guide.includes(`'#${path}'`);
    expect(isShown, `${path} is shown somewhere`).toBe(true);
  }
});

test('each README fits in two screens', async () => {
  for (const name of ['README.md', 'README.en.md']) {
    const lines = (await readFile(join(ROOT, name), 'utf8')).split('\n');
    expect(lines.length, name).toBeLessThan(60);
  }
});
