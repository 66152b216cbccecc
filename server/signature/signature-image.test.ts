import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sanitizeImage } from './sanitize-image.ts';
import { normalizeSignatureImage } from './signature-image.ts';

const picture = () => sharp({ create: { width: 20, height: 10, channels: 3, background: { r: 200, g: 30, b: 90 } } });

const number = (value: number, bytes: number) => {
  const written = Buffer.alloc(bytes);
  written.writeUIntBE(value, 0, bytes);
  return written;
};

/** A grey progressive JPEG: one scan with its tones, then scans that add nothing. */
function photoOf(scans: number, side = 8): Buffer {
  const segment = (mark: number, ...parts: (number[] | Buffer)[]) => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
    return Buffer.concat([Buffer.from([0xff, mark]), number(body.length + 2, 2), body]);
  };
  const scan = (from: number, to: number, bits: Buffer) => Buffer.concat([segment(0xda, [1, 1, 0, from, to, 0]), bits]);
  const blocks = Math.ceil(side / 8) ** 2;
  const nothingMore = Array.from({ length: Math.ceil(blocks / 16_384) }, () => [0, 0]).flat();
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0], Buffer.alloc(64, 1)),
    segment(0xc2, [8], number(side, 2), number(side, 2), [1, 1, 0x11, 0]),
    segment(0xc4, [0x00, 1], Buffer.alloc(15), [0x00]),
    segment(0xc4, [0x10, 1], Buffer.alloc(15), [0xe0]),
    scan(0, 0, Buffer.alloc(Math.ceil(blocks / 8))),
    ...Array.from({ length: scans - 1 }, () => scan(1, 63, Buffer.from(nothingMore))),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function chunk(name: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name), body]);
  return Buffer.concat([number(body.length, 4), named, number(crc32(named), 4)]);
}

/** The same PNG with more chunks after its header. */
const withChunks = (png: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

describe('before an image is decoded', () => {
  test('a JPEG with too many scans is refused', async () => {
    expect(await normalizeSignatureImage('ana', photoOf(32))).toBeDefined();
    expect(await normalizeSignatureImage('ana', photoOf(33))).toBeUndefined();
    expect(sanitizeImage(photoOf(20_000, 3992))).toBeUndefined();
  });

  test('an ordinary progressive JPEG is not changed', async () => {
    const photo = await picture().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
    expect(sanitizeImage(photo)).toEqual(photo);
  });

  test('a PNG loses its compressed texts and keeps its pixels', async () => {
    const png = await picture().png().toBuffer();
    const packed = deflateSync(Buffer.alloc(7_900_000));
    const bombs = [
      chunk('zTXt', Buffer.concat([Buffer.from('k\0\0'), packed])),
      chunk('iTXt', Buffer.concat([Buffer.from('k\0\x01\0\0\0'), packed])),
      chunk('iCCP', Buffer.concat([Buffer.from('k\0\0'), packed])),
    ];
    const bounded = Buffer.from(sanitizeImage(withChunks(png, ...bombs)) ?? []);
    expect(bounded).toEqual(sanitizeImage(png));
    expect(await sharp(bounded).raw().toBuffer()).toEqual(await sharp(png).raw().toBuffer());
  });

  test.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', 'II*\0', 'RIFF', '%PDF-1.7', ''])(
    '%j is not an accepted format',
    (text) => {
      expect(sanitizeImage(Buffer.from(text))).toBeUndefined();
    },
  );
});

test('a colour profile is not applied', async () => {
  const photo = await picture().withIccProfile('p3').jpeg().toBuffer();
  const asWritten = await sharp(photo, { ignoreIcc: true }).raw().toBuffer();
  expect(await sharp(photo).raw().toBuffer()).not.toEqual(asWritten);
  const read = await normalizeSignatureImage('ana', photo);
  expect(await sharp(read).raw().toBuffer()).toEqual(asWritten);
});

test('an owner who uploads many images at once is refused, and no other owner is', async () => {
  const png = await picture().png().toBuffer();
  const sent = Array.from({ length: 25 }, () => normalizeSignatureImage('ana', png));
  const [others, own] = await Promise.all([normalizeSignatureImage('berta', png), Promise.allSettled(sent)]);
  expect(others).toBeDefined();
  const refused = own.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(22);
  expect(refused[0]).toMatchObject({ reason: { code: 'NOT_READY' } });
});
