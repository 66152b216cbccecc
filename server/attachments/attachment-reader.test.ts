import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type AttachmentReader, createAttachmentReader } from './attachment-reader.ts';

/** A worker that behaves as the file says. */
const WORKER = `
  const wait = new Int32Array(new SharedArrayBuffer(4));
  process.once('disconnect', () => process.exit());
  process.on('message', ({ task }) => {
    if (!task) return process.send('ready');
    const text = Buffer.from(task).toString();
    if (text === 'die') process.exit(1);
    if (text === 'hang') for (;;);
    if (text === 'hold') Atomics.wait(wait, 0, 0, 300);
    process.send({ result: { refused: text } });
  });
`;

const folder = mkdtempSync(join(tmpdir(), 'ficha-reader-'));
const script = pathToFileURL(join(folder, 'worker.mjs'));
writeFileSync(script, WORKER);
afterAll(() => rmSync(folder, { recursive: true }));

let reader: AttachmentReader;
afterEach(() => reader.close());

const BUSY = { code: 'ATTACHMENT_BUSY', retryAfter: 5 };

test('a file that takes too long or ends its process may be sent again, and the next one is read', async () => {
  reader = createAttachmentReader({ script, limitMs: 200 });
  await expect(reader.read(Buffer.from('hang'), 'ana')).rejects.toMatchObject(BUSY);
  await expect(reader.read(Buffer.from('die'), 'ana')).rejects.toMatchObject(BUSY);
  expect(await reader.read(Buffer.from('next'), 'ana')).toEqual({ refused: 'next' });
});

test('of many files of one account at once the first ones are read, and another account is served in turn', async () => {
  reader = createAttachmentReader({ script });
  const ended: string[] = [];
  const read = (text: string, owner: string) => reader.read(Buffer.from(text), owner).then(() => ended.push(owner));
  const mine = Array.from({ length: 12 }, () => read('hold', 'ana'));
  const theirs = read('hold', 'berta');
  const replies = await Promise.allSettled(mine);
  await theirs;
  // One is being read, and three wait.
  expect(replies.map(({ status }) => status === 'fulfilled')).toEqual(replies.map((_, index) => index < 4));
  expect(replies.slice(4)).toEqual(
    replies.slice(4).map(() => ({ status: 'rejected', reason: expect.objectContaining(BUSY) })),
  );
  expect(ended.indexOf('berta')).toBeLessThan(3);
});
