import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as api from '#contract/signature';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Awaited<ReturnType<TestApp['newProfessional']>>;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
});
afterAll(() => testApp.close());

type Person = typeof ana;

const picture = (width = 300, height = 100) =>
  sharp({ create: { width, height, channels: 4, background: { r: 10, g: 20, b: 120, alpha: 0.5 } } });

const upload = (person: Person, file: Uint8Array) => person.send(api.uploadSignature, { body: { signature: file } });

const infoOf = async (person: Person) => (await person.send(api.getSignatureInfo)).body;

const imageOf = (person: Person) => person.send(api.getSignatureImage);

describe('a signature', () => {
  test('is used in prescriptions once uploaded, until its owner turns it off or deletes it', async () => {
    const berta = await testApp.newProfessional();
    expect(await infoOf(berta)).toEqual({ hasSignature: false, signatureUrl: null, useInPrescriptions: false });
    expect((await imageOf(berta)).status).toBe(404);
    const made = await upload(berta, await picture().png().toBuffer());
    expect(made.status).toBe(200);
    expect(made.body).toEqual({ message: 'Firma guardada correctamente' });
    const used = { hasSignature: true, signatureUrl: '/api/signatures/image', useInPrescriptions: true };
    expect(await infoOf(berta)).toEqual(used);
    expect((await berta.send(api.toggleSignature, { body: { useSignature: false } })).status).toBe(204);
    expect(await infoOf(berta)).toEqual({ ...used, useInPrescriptions: false });
    await upload(berta, await picture(50, 50).png().toBuffer());
    expect((await infoOf(berta)).useInPrescriptions).toBe(false);
    expect((await berta.send(api.deleteSignature)).status).toBe(204);
    expect((await infoOf(berta)).hasSignature).toBe(false);
    expect((await berta.send(api.deleteSignature)).status).toBe(404);
    expect((await berta.send(api.toggleSignature, { body: { useSignature: true } })).status).toBe(404);
  });

  test('is stored as PNG, at most 1200 pixels wide, without metadata', async () => {
    const original = await picture(2400, 600)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secreto-en-la-foto' } })
      .toBuffer();
    expect(original.includes('secreto-en-la-foto')).toBe(true);
    await upload(ana, original);
    const { status, headers, body: bytes } = await imageOf(ana);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 300 });
    expect(Buffer.from(bytes).includes('secreto-en-la-foto')).toBe(false);
  });

  test.each(['png', 'jpeg', 'gif'] as const)('may be a %s, recognised by its content', async (format) => {
    const { status } = await upload(ana, await picture().toFormat(format).toBuffer());
    expect(status).toBe(200);
  });

  test('is visible only to its owner, and encrypted in the database', async () => {
    const berta = await testApp.newProfessional();
    await upload(ana, await picture().png().toBuffer());
    expect((await imageOf(berta)).status).toBe(404);
    const [row] = await testApp.sql<[{ image: Buffer }]>`select image from signatures where owner_id = ${ana.user._id}`;
    expect(row.image.includes('PNG')).toBe(false);
    expect((await testApp.send(api.getSignatureInfo)).status).toBe(401);
  });
});

describe('an invalid upload', () => {
  const png = () => picture().png().toBuffer();
  /** A small PNG that declares 60,000 by 60,000 pixels. */
  const bomb = async () => {
    const bytes = await png();
    bytes.writeUInt32BE(60_000, 16);
    bytes.writeUInt32BE(60_000, 20);
    return bytes;
  };
  test.each([
    ['a text', async () => Buffer.from('hola')],
    ['nothing', async () => Buffer.alloc(0)],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a WebP', () => picture().webp().toBuffer()],
    ['a program', () => readFile(process.execPath).then((bytes) => bytes.subarray(0, 100_000))],
    ['half a picture', async () => (await picture(900, 900).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 9000)],
    ['a picture with a forged size', bomb],
    ['a picture of too many pixels', () => picture(5000, 5000).png().toBuffer()],
    ['a very wide strip', () => picture(9000, 1).png().toBuffer()],
    ['a very tall strip', () => picture(1, 9000).png().toBuffer()],
  ])('%s is refused and changes nothing', async (_, make) => {
    const berta = await testApp.newProfessional();
    const { status, error } = await upload(berta, await make());
    expect(status).toBe(400);
    expect(error.error).toBe('Tipo de archivo no válido: Solo se permiten imágenes PNG, JPG, JPEG o GIF');
    expect((await infoOf(berta)).hasSignature).toBe(false);
  });

  /** A correct interlaced PNG, which is decoded as a whole: 70 kB for half a gigabyte. */
  function interlacedBomb(side: number): Buffer {
    const chunk = (name: string, body: Uint8Array) => {
      const named = Buffer.concat([Buffer.from(name), body]);
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
      length.writeUInt32BE(body.length);
      sum.writeUInt32BE(crc32(named));
      return Buffer.concat([length, named, sum]);
    };
    const header = Buffer.alloc(13);
    header.writeUInt32BE(side, 0);
    header.writeUInt32BE(side, 4);
    header.set([1, 0, 0, 0, 1], 8);
    const pixels = deflateSync(Buffer.alloc((side * side) / 8 + side * 16));
    const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
    return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
  }

  test('a decompression bomb is refused before it is decoded, also ten at once', async () => {
    const bytes = interlacedBomb(24_000);
    const people = await Promise.all(Array.from({ length: 10 }, () => testApp.newProfessional()));
    const peak = () => process.resourceUsage().maxRSS / 1024;
    const before = peak();
    const replies = await Promise.all(people.map((person) => upload(person, bytes)));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(400));
    expect(peak() - before).toBeLessThan(100);
  });

  const MB = 1024 * 1024;
  const SIZE_TEXT = 'El archivo es demasiado grande. El tamaño máximo permitido es de 2MB.';
  const GENERAL_TEXT = 'El contenido enviado es demasiado grande';
  /** The form as a browser sends it. */
  const formOf = (size: number) => ({
    headers: { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${ana.accessToken}` },
    payload: Buffer.concat([
      Buffer.from('--x\r\ncontent-disposition: form-data; name="signature"; filename="firma.png"\r\n\r\n'),
      Buffer.alloc(size),
      Buffer.from('\r\n--x--\r\n'),
    ]),
  });
  const inject = (form: ReturnType<typeof formOf>) =>
    testApp.app.inject({ method: 'POST', url: api.uploadSignature.path, ...form });

  test.each([
    [2.3 * MB, SIZE_TEXT],
    [10 * MB, SIZE_TEXT],
    [10.1 * MB, GENERAL_TEXT],
    [30 * MB, GENERAL_TEXT],
  ])('a file of %i bytes is too large', async (size, text) => {
    const reply = await inject(formOf(Math.floor(size)));
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({ error: text, message: text });
  });

  test('a file that is too large is answered over a real connection, also when its length is not told', async () => {
    await testApp.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = testApp.app.server.address() as AddressInfo;
    const { headers, payload } = formOf(2.3 * MB);
    const send = (body: BodyInit) => {
      // Node asks for `duplex` where a stream is sent; the types of the browser do not know it.
      const request = { method: 'POST', headers, body, duplex: 'half' };
      return fetch(`http://127.0.0.1:${port}${api.uploadSignature.path}`, request);
    };
    for (const body of [payload, new Blob([payload]).stream()]) {
      const reply = await send(body);
      expect([reply.status, (await reply.json()).error]).toEqual([413, SIZE_TEXT]);
    }
  });

  test('files that are too large are not kept in memory while they come, also thirty at once', async () => {
    const form = formOf(10 * MB);
    const peak = () => process.resourceUsage().maxRSS / 1024;
    const before = peak();
    const replies = await Promise.all(Array.from({ length: 30 }, () => inject(form)));
    expect(replies.map((reply) => reply.json().error)).toEqual(Array(30).fill(SIZE_TEXT));
    expect(peak() - before).toBeLessThan(100);
  });

  test('a file of 2 MB is accepted, and one byte more is too large', async () => {
    const padded = async (size: number) => Buffer.concat([await png(), Buffer.alloc(size)]).subarray(0, size);
    expect((await upload(ana, await padded(api.MAX_SIGNATURE_BYTES))).status).toBe(200);
    const { status, error } = await upload(ana, await padded(api.MAX_SIGNATURE_BYTES + 1));
    expect(status).toBe(413);
    expect(error.error).toBe(SIZE_TEXT);
  });

  test('a form of many parts is refused', async () => {
    const part = '--x\r\ncontent-disposition: form-data; name="signature"; filename="a"\r\n\r\n\r\n';
    const reply = await testApp.app.inject({
      method: 'POST',
      url: api.uploadSignature.path,
      headers: { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${ana.accessToken}` },
      payload: `${part.repeat(20)}--x--`,
    });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().code).toBe('INVALID_INPUT');
  });

  test('another field, JSON in place of a form, or a form in place of JSON is refused', async () => {
    const other = await ana.send(api.uploadSignature, { body: { otro: await png() } as never });
    expect(other.error.details).toEqual([{ field: 'signature', message: 'Falta el archivo' }]);
    const asJson = { ...api.uploadSignature, upload: undefined };
    expect((await ana.send(asJson as never, { body: { signature: 'x' } } as never)).status).toBe(415);
    const form = await testApp.app.inject({
      method: 'PUT',
      url: api.toggleSignature.path,
      headers: { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${ana.accessToken}` },
      payload: '--x--',
    });
    expect(form.statusCode).toBe(415);
    const broken = await testApp.app.inject({
      method: 'POST',
      url: api.uploadSignature.path,
      headers: { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${ana.accessToken}` },
      payload: 'esto no es un formulario',
    });
    expect(broken.statusCode).toBe(400);
  });
});
