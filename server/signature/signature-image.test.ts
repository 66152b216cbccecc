import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sanitizeImage } from '#server/platform/sanitize-image';
import {
  COMPRESSED_PROFILE,
  COMPRESSED_TEXTS,
  jpegOfScans,
  withChunks,
  withComment,
} from '#server/testing/hostile-pictures';
import { normalizeSignatureImage } from './signature-image.ts';

const picture = () => sharp({ create: { width: 20, height: 10, channels: 3, background: { r: 200, g: 30, b: 90 } } });

describe('before an image is decoded', () => {
  test('a JPEG with too many scans is refused', async () => {
    expect(await normalizeSignatureImage('ana', jpegOfScans(32))).toBeDefined();
    expect(await normalizeSignatureImage('ana', jpegOfScans(33))).toBeUndefined();
    expect(sanitizeImage(jpegOfScans(20_000, 3992))).toBeUndefined();
  });

  test('bytes in a comment and after the end of a JPEG that look like scans do not count', async () => {
    const marks = Buffer.from('ffda'.repeat(100), 'hex');
    const video = Buffer.concat([withComment(jpegOfScans(2), marks), marks]);
    expect(await normalizeSignatureImage('ana', video)).toBeDefined();
  });

  test('an ordinary progressive JPEG is not changed', async () => {
    const photo = await picture().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
    expect(sanitizeImage(photo)).toEqual(photo);
  });

  test('a PNG loses its compressed texts and keeps its pixels', async () => {
    const png = await picture().png().toBuffer();
    const bounded = Buffer.from(sanitizeImage(withChunks(png, ...COMPRESSED_TEXTS, COMPRESSED_PROFILE)) ?? []);
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
