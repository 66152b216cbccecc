import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { photo } from '#server/testing/attachment-files';
import { COMPRESSED_TEXTS, withChunks } from '#server/testing/hostile-pictures';
import { type AttachmentReader, createAttachmentReader, readTimeoutOf, WAIT_TIMEOUT_MS } from './attachment-reader.ts';

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
  const limitMs = (bytes: Uint8Array) => (Buffer.from(bytes).toString() === 'hang' ? 200 : 60_000);
  reader = createAttachmentReader({ script, limitMs });
  await expect(reader.read(Buffer.from('hang'), 'ana')).rejects.toMatchObject(BUSY);
  await expect(reader.read(Buffer.from('die'), 'ana')).rejects.toMatchObject(BUSY);
  expect(await reader.read(Buffer.from('next'), 'ana')).toEqual({ refused: 'next' });
});

test('a small PDF has less time than a large one, and none has more than a picture', () => {
  const pdfOf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(bytes - 8)]);
  const times = [pdfOf(2500), pdfOf(2_000_000), pdfOf(15_000_000), Buffer.from('picture')].map(readTimeoutOf);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  // Three small ones that take all their time leave a fourth one its turn.
  expect((times[0] ?? 0) * 3).toBeLessThan(WAIT_TIMEOUT_MS);
});

test('a PNG whose texts would inflate for minutes is read without them', async () => {
  reader = createAttachmentReader();
  const texts = Array.from({ length: 900 }, () => COMPRESSED_TEXTS).flat();
  expect(await reader.read(withChunks(await photo(40, 20, 'png'), ...texts), 'ana')).toMatchObject({
    type: 'image/png',
  });
});

/** Asks for all at once, by owner. Returns the owners in the order in which their files ended, and who was refused. */
async function readAll(owners: string[]) {
  reader = createAttachmentReader({ script });
  const ended: string[] = [];
  const replies = await Promise.allSettled(
    owners.map((owner) => reader.read(Buffer.from('hold'), owner).then(() => ended.push(owner))),
  );
  for (const reply of replies) if (reply.status === 'rejected') expect(reply.reason).toMatchObject(BUSY);
  return { ended, refused: owners.filter((_, index) => replies[index]?.status === 'rejected') };
}

test('many files of one account delay the file of another by one', async () => {
  const { ended, refused } = await readAll([...Array<string>(12).fill('ana'), 'berta']);
  // One is being read, and three wait.
  expect(ended).toEqual(['ana', 'berta', 'ana', 'ana', 'ana']);
  expect(refused).toEqual(Array(8).fill('ana'));
});

test('three accounts with many files leave a place for others, which come next', async () => {
  const many = ['ana', 'berta', 'carla'].flatMap((owner) => Array<string>(4).fill(owner));
  const { ended, refused } = await readAll([...many, 'dora', 'elsa']);
  // Nobody but the first has been served when these come, so they are equal.
  expect(ended.slice(0, 5)).toEqual(['ana', 'berta', 'carla', 'dora', 'elsa']);
  expect(new Set(refused)).toEqual(new Set(['ana', 'berta', 'carla']));
});
