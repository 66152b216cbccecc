import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { EARLIER_ASSETS } from '../server/platform/http/asset-folders.ts';
import { replaceBuild } from './replace-build.ts';

const DIST = join(import.meta.dirname, '../web/dist');
const HASHED = /^(.+-)([\w-]{8})(\.(?:js|mjs|css|woff2|webp))$/;
const TEXT = /\.(?:m?js|css|html|json)$/;

/** A copy of the built web in a folder of its own. */
export async function copyBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ficha-web-'));
  await cp(DIST, folder, { recursive: true });
  return folder;
}

/**
 * Replaces the build by one of the next version, as `npm run build` does after a change that reaches every file: each
 * built file has another name, and every reference follows it.
 */
export async function replaceByNextBuild(dist: string, version: string): Promise<void> {
  const next = join(dist, '.next');
  const retired = join(dist, '.retired');
  const isPresent = (path: string) => !EARLIER_ASSETS.some((name) => path === join(dist, name)) && path !== next;
  for (const name of (await readdir(dist)).filter((entry) => isPresent(join(dist, entry)))) {
    await cp(join(dist, name), join(next, name), { recursive: true });
  }
  await renameFiles(next, version);
  await replaceBuild(dist, next, retired);
  for (const folder of [next, retired]) await rm(folder, { recursive: true });
}

async function renameFiles(folder: string, version: string): Promise<void> {
  const files = (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
  // What was compressed refers to the old names. The server then sends the plain files.
  for (const file of files.filter((path) => /\.(?:br|gz)$/.test(path))) await rm(file);
  const renamed = new Map<string, string>();
  for (const name of files.map((path) => basename(path))) {
    const [, stem, hash, ending] = HASHED.exec(name) ?? [];
    // Two files may differ by their hash alone, so a part of it stays.
    if (stem && hash && ending) renamed.set(name, `${stem}${version}${hash.slice(version.length)}${ending}`);
  }
  const names = new RegExp([...renamed.keys()].map((name) => RegExp.escape(name)).join('|'), 'g');
  for (const file of files) {
    if (TEXT.test(file)) {
      const text = await readFile(file, 'utf8');
      await writeFile(
        file,
        text.replace(names, (name) => renamed.get(name) ?? name),
      );
    }
    const name = renamed.get(basename(file));
    if (name) await rename(file, join(dirname(file), name));
  }
}
