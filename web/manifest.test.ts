import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isBehindLogin, PATHS } from '#web/platform/paths.ts';

const PUBLIC = join(import.meta.dirname, 'public');

const WebManifest = z.object({
  name: z.string().min(1),
  short_name: z.string().min(1).max(15),
  lang: z.literal('es-CL'),
  start_url: z.enum(PATHS),
  display: z.literal('standalone'),
  theme_color: z.string(),
  background_color: z.string(),
  icons: z.array(
    z.object({
      src: z.string(),
      sizes: z.string(),
      type: z.literal('image/png'),
      purpose: z.enum(['any', 'maskable']),
    }),
  ),
});

const read = async () => WebManifest.parse(JSON.parse(await readFile(join(PUBLIC, 'manifest.webmanifest'), 'utf8')));

test('the installed application starts behind the login', async () => {
  const manifest = await read();
  expect(isBehindLogin(manifest.start_url)).toBe(true);
});

test('every icon of the manifest has the size that it states', async () => {
  const { icons } = await read();
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes } of icons) {
    const { width, height, format } = await sharp(join(PUBLIC, src)).metadata();
    expect(`${width}x${height} ${format}`, src).toBe(`${sizes} png`);
  }
});

test('a maskable icon and that of Apple devices fill their square', async () => {
  for (const name of ['icon-maskable-512.png', 'apple-touch-icon.png']) {
    const { isOpaque } = await sharp(join(PUBLIC, name)).stats();
    expect(isOpaque, name).toBe(true);
  }
});

test('the colours are those of the page before its style sheet arrives', async () => {
  const html = await readFile(join(import.meta.dirname, 'index.html'), 'utf8');
  const manifest = await read();
  expect(html).toContain(
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${manifest.theme_color}"`,
  );
  expect(manifest.background_color).toBe(manifest.theme_color);
});
