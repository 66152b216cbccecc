import { spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** What npm reads to decide whether a package suits the Node that runs it. */
const AS_NODE_20 = "--import=data:text/javascript,Object.defineProperty(process,'version',{value:'v20.17.0'})";

test('npm ci on Node 20 prints no warning about packages that only Node 24 runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ficha-npm-ci-'));
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    await copyFile(join(ROOT, name), join(folder, name));
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)));
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['ci', '--dry-run', '--ignore-scripts', '--no-audit', '--offline'],
    {
      cwd: folder,
      env: { ...env, NODE_OPTIONS: AS_NODE_20 },
      encoding: 'utf8',
    },
  );
  await rm(folder, { recursive: true });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('add react-router');
});
