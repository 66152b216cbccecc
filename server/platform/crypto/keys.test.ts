import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addDataKey,
  makeDataKeys,
  makePushKey,
  makeTokenKey,
  readDataKeys,
  readPushKey,
  readTokenKey,
} from './keys.ts';

const newKey = () => randomBytes(32).toString('base64');

let dataDir: string;
let path: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ficha-keys-'));
  path = join(dataDir, 'keys/data.keys');
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('keys are made once, readable by their owner only, and read again', async () => {
  expect(await readDataKeys({ dataDir })).toBeUndefined();
  expect(await readTokenKey({ dataDir })).toBeUndefined();
  const [first, second] = await Promise.all([makeDataKeys({ dataDir }), makeDataKeys({ dataDir })]);
  expect(second).toEqual(first);
  expect(await readDataKeys({ dataDir })).toEqual(first);
  expect(await makeTokenKey({ dataDir })).toEqual(await makeTokenKey({ dataDir }));
  expect(await readPushKey({ dataDir })).toBeUndefined();
  expect(await makePushKey({ dataDir })).toEqual(await makePushKey({ dataDir }));
  expect((await readdir(join(dataDir, 'keys'))).sort()).toEqual(['data.keys', 'push.key', 'token.key']);
  for (const name of ['data.keys', 'push.key', 'token.key']) {
    expect((await stat(join(dataDir, 'keys', name))).mode & 0o777).toBe(0o600);
  }
});

test('a key is added to the file, which keeps its other keys and stays closed to others', async () => {
  const [[, first] = []] = await makeDataKeys({ dataDir });
  await addDataKey({ dataDir }, 2);
  const keys = await readDataKeys({ dataDir });
  expect([...(keys?.keys() ?? [])]).toEqual([1, 2]);
  expect(keys?.get(1)).toEqual(first);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(dataDir, 'keys'))).toEqual(['data.keys']);
  await expect(addDataKey({ dataDir }, 256)).rejects.toThrow('the highest is 255');
  expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(3);
});

const [one, other] = [newKey(), newKey()];

test.each([
  ['', 'it has no key'],
  ['\n\n', 'it has no key'],
  [`1:${one.slice(0, 20)}`, 'Data key 1 in'],
  [`1:${one}\n2:${other.slice(0, -1)}`, 'Data key 2 in'],
  [`1:${one.slice(0, 10)}*${one.slice(11)}`, 'Data key 1 in'],
  [`1:${one}\n2`, 'Data key 2 in'],
  [`1:${one}\n1:${other}`, 'Data key 1 is in'],
  [`1:${one}\n1:${one}`, 'Data key 1 is in'],
  [`1:${one}\n2:${one}`, 'Data keys 1 and 2 in'],
  [`0:${one}`, 'a line is a number from 1 to 255'],
  [one, 'a line is a number from 1 to 255'],
])('the damaged file %# is refused with one line that names the key and the file', async (text, reason) => {
  await makeDataKeys({ dataDir });
  await writeFile(path, text);
  const refusal = await readDataKeys({ dataDir }).catch(({ name, message }) => ({ name, message }));
  expect(refusal).toEqual({ name: 'StartRefused', message: expect.stringContaining(reason) });
  expect(refusal).toMatchObject({ message: expect.stringContaining(path) });
  expect(JSON.stringify(refusal)).not.toMatch(/\n|[A-Za-z0-9+/]{20,}=/);
});

test('keys of the environment come before the file, and are checked the same way', async () => {
  const dataKeys = `1:${one},3:${other}`;
  expect([...((await readDataKeys({ dataDir, dataKeys })) ?? [])].map(([number]) => number)).toEqual([1, 3]);
  await expect(readDataKeys({ dataDir, dataKeys: `1:${one},1:${other}` })).rejects.toThrow(
    'Data key 1 is in DATA_KEYS twice',
  );
  expect(await readTokenKey({ dataDir, tokenKey: one })).toEqual(Buffer.from(one, 'base64'));
});

test('a push key that is no private key of P-256 is refused', async () => {
  const pushKey = Buffer.alloc(32).toString('base64');
  await expect(readPushKey({ dataDir, pushKey })).rejects.toThrow(/^The push key in PUSH_KEY is damaged/);
  await mkdir(join(dataDir, 'keys'));
  await writeFile(join(dataDir, 'keys/push.key'), 'x');
  await expect(readPushKey({ dataDir })).rejects.toThrow(/^The push key in .+push.key is damaged/);
});

test('a damaged token key is refused', async () => {
  await makeTokenKey({ dataDir });
  await writeFile(join(dataDir, 'keys/token.key'), 'x');
  await expect(readTokenKey({ dataDir })).rejects.toThrow(/^The token key in .+token.key is damaged/);
});
