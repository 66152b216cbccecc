import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeFailure, startRefused } from './start-refused.ts';

const failure = (action: Promise<unknown>) => action.then(() => undefined, describeFailure);

test('a refused start is described by its reason alone', () => {
  expect(describeFailure(startRefused('Port 80 cannot be used'))).toBe('Port 80 cannot be used');
});

test('an error of the file system is one line with its code, what was tried and the path', async () => {
  const missing = join(import.meta.dirname, 'no-existe', 'archivo');
  expect(await failure(readFile(missing))).toBe(`ENOENT: no such file or directory, open '${missing}'`);
  expect(await failure(writeFile(import.meta.dirname, ''))).toMatch(/^EISDIR: .+, open '.+'$/);
});

test('any other error is described with the place where it was thrown', () => {
  expect(describeFailure(new TypeError('x is not a function'))).toMatch(
    /^TypeError: x is not a function\n +at .+start-refused\.test\.ts/,
  );
});
