import { expect, test } from 'vitest';
import { readZip } from '#server/testing/read-zip';
import { fileNameOf, type ZipFile, zipOf } from './zip.ts';

const AT = new Date('2026-11-16T12:00:00Z');

async function bytesOf(files: AsyncIterable<ZipFile>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipOf(files, AT)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('a ZIP contains texts, bytes and what a generator yields, in their order', async () => {
  async function* lines() {
    yield 'uno\n';
    yield 'dos ñ\n';
  }
  async function* files(): AsyncGenerator<ZipFile> {
    yield { name: 'b.txt', input: 'hola' };
    yield { name: 'a/lineas.txt', input: lines() };
    yield { name: 'bytes', input: Uint8Array.of(0, 255) };
  }
  const found = readZip(await bytesOf(files()));
  expect([...found].map(([name, content]) => [name, content.toString('latin1')])).toEqual([
    ['b.txt', 'hola'],
    ['a/lineas.txt', Buffer.from('uno\ndos ñ\n').toString('latin1')],
    ['bytes', '\0ÿ'],
  ]);
});

test('files are made as they are read, and not ahead', async () => {
  let made = 0;
  async function* files(): AsyncGenerator<ZipFile> {
    for (; made < 1000; ) {
      made += 1;
      yield { name: `${made}`, input: new Uint8Array(100_000) };
    }
  }
  const chunks = zipOf(files(), AT);
  for (let read = 0; read < 200_000; ) read += (await chunks.next()).value?.byteLength ?? 0;
  expect(made).toBeLessThan(6);
  await chunks.return(undefined);
});

test('a reader who leaves ends the files', async () => {
  let isEnded = false;
  async function* files(): AsyncGenerator<ZipFile> {
    try {
      for (;;) yield { name: 'a', input: 'a' };
    } finally {
      isEnded = true;
    }
  }
  const chunks = zipOf(files(), AT);
  await chunks.next();
  await chunks.return(undefined);
  expect(isEnded).toBe(true);
});

test.each([
  ['José Núñez', 'jose-nunez'],
  ['../../etc/passwd', 'etc-passwd'],
  ['C:\\Windows\\con', 'c-windows-con'],
  ['漢字', 'sin-nombre'],
  ['', 'sin-nombre'],
  [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
])('the file name of %j is %s', (text, name) => {
  expect(fileNameOf(text)).toBe(name);
});
