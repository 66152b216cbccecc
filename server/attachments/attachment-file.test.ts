import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pdfFile, pdfOfSize, photo } from '#server/testing/attachment-files';
import { jpegOfScans, pngChunk, withChunks } from '#server/testing/hostile-pictures';
import { qpdfProblems, rewritten } from '#server/testing/pdf-programs';
import { zipFile } from '#server/testing/zip-file';
import { readAttachment } from './attachment-file.ts';

const accepted = async (bytes: Uint8Array) => {
  const file = await readAttachment(bytes);
  if ('refused' in file) throw new Error(file.refused);
  return file;
};

test.each(['jpeg', 'png'] as const)('a photo as %s is stored upright and without metadata', async (format) => {
  const sent = await photo(400, 200, format);
  expect((await sharp(sent).metadata()).exif).toBeDefined();
  const { type, content, thumbnail } = await accepted(sent);
  expect(type).toBe(`image/${format}`);
  const stored = await sharp(content).metadata();
  expect([stored.width, stored.height, stored.exif, stored.icc]).toEqual([200, 400, undefined, undefined]);
  expect(Buffer.from(content).includes('Rosa')).toBe(false);
  expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 192, height: 192 });
});

test('the colour profile of a PNG is applied, unless it is too large to be real', async () => {
  const sent = await sharp({ create: { ...CANVAS, background: '#c81e5a' } })
    .withIccProfile('p3')
    .png()
    .toBuffer();
  const pixels = async (png: Uint8Array) =>
    sharp((await accepted(png)).content)
      .raw()
      .toBuffer();
  const asWritten = await sharp(sent, { ignoreIcc: true }).raw().toBuffer();
  expect(await pixels(sent)).not.toEqual(asWritten);
  expect(await pixels(withChunks(sent, pngChunk('iCCP', Buffer.alloc(70_000))))).toEqual(await pixels(sent));
});

test('what follows the end of a picture is not stored', async () => {
  const { content } = await accepted(Buffer.concat([await photo(), Buffer.from('<script>alert(1)</script>')]));
  expect(Buffer.from(content).includes('script')).toBe(false);
});

test('a PDF is stored byte by byte', async () => {
  const sent = pdfFile();
  expect(await accepted(sent)).toEqual({ type: 'application/pdf', content: sent, thumbnail: undefined });
  // Some programs end a file with blank lines or zeros.
  expect(await accepted(Buffer.concat([sent, Buffer.from('\r\n\0')]))).toMatchObject({ type: 'application/pdf' });
});

test.each([
  ['for reading on the web', '--linearize'],
  ['with its objects in streams', '--object-streams=generate'],
  ['encrypted against changes', '--encrypt', '', 'clave', '256'],
  ['that asks for a password', '--object-streams=generate', '--encrypt', 'clave', 'otra', '256'],
])('a PDF %s is accepted', async (_, ...options) => {
  const sent = await rewritten(pdfFile(), ...options);
  expect(sent.equals(pdfFile())).toBe(false);
  expect(await accepted(sent)).toMatchObject({ type: 'application/pdf', content: sent });
});

test('a PDF that was changed by appending to it, as a signature is, is accepted', async () => {
  const first = pdfFile();
  const change = `1 0 obj\n<< /Type /Catalog /Pages 2 0 R /Lang (es) >>\nendobj\n`;
  const table = `xref\n1 1\n${String(first.length).padStart(10, '0')} 00000 n \n`;
  const previous = /startxref\n(\d+)/.exec(first.toString('latin1'))?.[1];
  const trailer = `trailer\n<< /Size 7 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${first.length + change.length}\n%%EOF`;
  const sent = Buffer.concat([first, Buffer.from(change + table + trailer)]);
  expect(await qpdfProblems(sent)).toBe('');
  expect(await accepted(sent)).toMatchObject({ type: 'application/pdf', content: sent });
});

test('bytes in a PDF that only look like the end of a ZIP do no harm', async () => {
  const record = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18, 1)]);
  expect(await accepted(pdfFile('x', record))).toMatchObject({ type: 'application/pdf' });
});

const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)]);
const ZIP = zipFile([{ name: 'a.txt', content: 'hola' }]);

test.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
  ['nothing', () => new Uint8Array(), 'ATTACHMENT_TYPE'],
  ['a page of HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'ATTACHMENT_TYPE'],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'ATTACHMENT_TYPE'],
  ['a GIF', () => sharp({ create: CANVAS }).gif().toBuffer(), 'ATTACHMENT_TYPE'],
  ['a photo of an iPhone', () => heic, 'ATTACHMENT_HEIC'],
  ['HTML that begins like a PDF', () => Buffer.from('%PDF-1.7\n<script>alert(1)</script>'), 'ATTACHMENT_UNREADABLE'],
  [
    'HTML between the marks of a PDF',
    () => Buffer.from('%PDF-1.7\n<html></html>\nstartxref\n0\n%%EOF'),
    'ATTACHMENT_UNREADABLE',
  ],
  ['a PDF after something else', () => Buffer.concat([Buffer.from('<html>'), pdfFile()]), 'ATTACHMENT_TYPE'],
  ['a PDF before something else', () => Buffer.concat([pdfFile(), Buffer.from('<html>')]), 'ATTACHMENT_UNREADABLE'],
  ['a PDF that ends early', () => pdfFile().subarray(0, -40), 'ATTACHMENT_UNREADABLE'],
  ['a script that begins like a PDF', () => Buffer.from('%PDF-1.7\n*/alert(1)//\n%%EOF'), 'ATTACHMENT_UNREADABLE'],
  ['a PDF cut in the middle', () => pdfOfSize(100_000).subarray(0, 50_000), 'ATTACHMENT_UNREADABLE'],
  ['a PDF whose table is beyond its end', () => withTableAt('9'.repeat(12)), 'ATTACHMENT_UNREADABLE'],
  ['a PDF whose table has an endless position', () => withTableAt('9'.repeat(900)), 'ATTACHMENT_UNREADABLE'],
  ['a PDF that is also a ZIP', () => Buffer.concat([pdfFile(), ZIP]), 'ATTACHMENT_UNREADABLE'],
  ['a ZIP inside a PDF', () => withZipComment(pdfFile('x', ZIP)), 'ATTACHMENT_UNREADABLE'],
  ['a ZIP inside a PDF, without a comment', () => pdfFile('x', ZIP), 'ATTACHMENT_UNREADABLE'],
  ['a ZIP far from the end of a PDF', () => pdfFile('x', Buffer.concat([ZIP, ZEROS])), 'ATTACHMENT_UNREADABLE'],
  ['an empty ZIP inside a PDF', () => pdfFile('x', zipFile([])), 'ATTACHMENT_UNREADABLE'],
  ['the marks of a PDF alone', () => pdfOf('1 0 obj\n/Root\nendobj'), 'ATTACHMENT_UNREADABLE'],
  ['a PDF without pages', () => pdfOf(...CATALOG, pages('[]', 0)), 'ATTACHMENT_UNREADABLE'],
  ['a PDF that counts pages which it has not', () => pdfOf(...CATALOG, pages('[]', 3)), 'ATTACHMENT_UNREADABLE'],
  ['a PDF whose pages are a circle', () => pdfOf(...CATALOG, pages('[2 0 R]', 1)), 'ATTACHMENT_UNREADABLE'],
  ['a JPEG that ends early', async () => (await noise('jpeg')).subarray(0, 9000), 'ATTACHMENT_UNREADABLE'],
  ['a PNG that ends early', async () => (await noise('png')).subarray(0, 9000), 'ATTACHMENT_UNREADABLE'],
  ['the head of a JPEG alone', () => Buffer.from('ffd8ffe000104a464946', 'hex'), 'ATTACHMENT_UNREADABLE'],
  ['a JPEG of too many scans', () => jpegOfScans(33), 'ATTACHMENT_UNREADABLE'],
  ['a PNG of a billion pixels', () => hugePng(40_000, 25_000), 'ATTACHMENT_TOO_MANY_PIXELS'],
  ['a PNG of one long row', () => hugePng(1_000_000, 1), 'ATTACHMENT_TOO_MANY_PIXELS'],
  ['an interlaced PNG that takes 320 MB', () => hugePng(5000, 4000, INTERLACED_RGBA16), 'ATTACHMENT_TOO_MANY_PIXELS'],
  ['a JPEG in several scans that takes 270 MB', () => largeScans(6000, 5000), 'ATTACHMENT_TOO_MANY_PIXELS'],
])('%s is refused', async (_, bytes, code) => {
  expect(await readAttachment(await bytes())).toEqual({ refused: code });
});

const CANVAS = { width: 100, height: 100, channels: 3 as const, background: '#fff' };

const ZEROS = Buffer.alloc(100_000);

/** A PDF without a table of objects, which readers find nevertheless. */
const pdfOf = (...objects: string[]): Buffer =>
  Buffer.from(`%PDF-1.7\n${objects.join('\n')}\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n`);
const CATALOG = ['1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj'];
const pages = (kids: string, count: number) => `2 0 obj << /Type /Pages /Kids ${kids} /Count ${count} >> endobj`;

const noise = (format: 'jpeg' | 'png'): Promise<Buffer> =>
  sharp({ create: { ...CANVAS, width: 300, height: 300, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .toFormat(format)
    .toBuffer();

const withTableAt = (position: string): Buffer =>
  Buffer.from(
    pdfFile()
      .toString('latin1')
      .replace(/startxref\n\d+/, `startxref\n${position}`),
    'latin1',
  );

/** The end of the ZIP says that the rest of the file is its comment. */
function withZipComment(pdf: Buffer): Buffer {
  const at = pdf.indexOf('PK\x05\x06', 0, 'latin1');
  pdf.writeUInt16LE(pdf.length - at - 22, at + 20);
  return pdf;
}

/** Bits, type of colour, compression, filter and interlacing of a PNG. */
const GREY8 = [8, 0, 0, 0, 0];
const INTERLACED_RGBA16 = [16, 6, 0, 0, 1];

/** A JPEG whose header says that size. */
async function largeScans(width: number, height: number): Promise<Buffer> {
  const picture = await sharp({ create: CANVAS }).jpeg({ progressive: true }).toBuffer();
  const frame = picture.indexOf(Buffer.from('ffc2', 'hex'));
  picture.writeUInt16BE(height, frame + 5);
  picture.writeUInt16BE(width, frame + 7);
  return picture;
}

/** A PNG whose few bytes unpack to an image of that size. */
function hugePng(width: number, height: number, kind = GREY8): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set(kind, 8);
  const rows = deflateSync(Buffer.alloc(100_000));
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([start, pngChunk('IHDR', head), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))]);
}
