import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from '#web/patient-pages/sha256.ts';

const hex = (text: string) => [...sha256(text)].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

test('hashes the texts of FIPS 180-4', () => {
  expect(hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(hex('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
});

test('hashes texts of one, two and three blocks as Node does', () => {
  const text = 'b1946ac92492d2347c6235b4d2611184?expires=1767225600&'.repeat(4);
  for (let length = 0; length <= 3 * 64; length += 1) {
    const part = text.slice(0, length);
    expect(hex(part)).toBe(createHash('sha256').update(part).digest('hex'));
  }
});
