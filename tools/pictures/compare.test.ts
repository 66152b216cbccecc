import sharp from 'sharp';
import { expect, test } from 'vitest';
import { differs } from './compare.ts';

/** A picture of a button on a page, with letters. */
const page = (label: string, { colour = '#0f6b78', shift = 0, width = 640 } = {}): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="400">
      <rect width="100%" height="100%" fill="#f8fbfc"/>
      <text x="40" y="60" font-family="sans-serif" font-size="28">Agenda</text>
      <rect x="${420 + shift}" y="30" width="160" height="44" rx="8" fill="${colour}"/>
      <text x="${440 + shift}" y="58" font-family="sans-serif" font-size="18" fill="white">${label}</text>
    </svg>`),
  )
    .png()
    .toBuffer();
const kept = async () =>
  sharp(await page('Nueva Cita'))
    .webp({ quality: 82 })
    .toBuffer();

test('a picture that was compressed still shows the same', async () => {
  expect(await differs(await kept(), await page('Nueva Cita'))).toBe(false);
});

test.each([
  ['another word', page('Crear Cita')],
  ['another colour', page('Nueva Cita', { colour: '#8a4b12' })],
  ['another place', page('Nueva Cita', { shift: -12 })],
  ['another size', page('Nueva Cita', { width: 600 })],
])('%s is a difference', async (_what, made) => {
  expect(await differs(await kept(), await made)).toBe(true);
});

test('an area with random content is left out', async () => {
  const button = { left: 0.6, top: 0, right: 1, bottom: 0.25 };
  expect(await differs(await kept(), await page('Otra'), [button])).toBe(false);
});
