import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { startRefused } from '#server/platform/start-refused';
import { buildWebWhenStale } from './build-when-stale.ts';
import { differs } from './pictures/compare.ts';
import { openDemoBrowser } from './pictures/demo-browser.ts';
import { makePictures } from './pictures/make.ts';
import { runCommand } from './run-command.ts';

const ROOT = join(import.meta.dirname, '..');
/** Where a check leaves what it saw. */
const SEEN = join(ROOT, 'test-results/pictures');

/**
 * `npm run screenshots`: makes every picture of the documentation and of 'Primeros pasos' from the demonstration.
 * With `--check` nothing is changed: it ends with 1 when a picture no longer shows the product.
 */
async function run([option, ...rest]: string[]): Promise<void> {
  if ((option !== undefined && option !== '--check') || rest.length > 0) {
    throw startRefused('Usage: npm run screenshots [-- --check]');
  }
  await buildWebWhenStale();
  await using parts = new AsyncDisposableStack();
  const stale: string[] = [];
  for await (const { path, png, ignored } of makePictures(await openDemoBrowser(parts))) {
    const kept = await readFile(join(ROOT, path)).catch(() => undefined);
    // A picture that shows the same is kept, so that the history of the repository does not grow.
    if (kept && !(await differs(kept, png, ignored))) continue;
    stale.push(path);
    await write(join(option ? SEEN : ROOT, path), png);
    if (!option) console.log(path);
  }
  if (option && stale.length > 0) {
    const list = stale.map((path) => `\n  ${path}`).join('');
    throw startRefused(
      `These pictures no longer show the product:${list}\nRun npm run screenshots and look at them. Seen now: ${SEEN}`,
    );
  }
  if (stale.length === 0) console.log('All pictures show the product as it is');
}

async function write(path: string, png: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await sharp(png).webp({ quality: 82, effort: 6 }).toFile(path);
}

await runCommand(run);
