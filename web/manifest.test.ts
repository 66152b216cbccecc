import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isBehindLogin, NEW_PATIENT_ADDRESS, PATHS } from '#web/platform/paths.ts';

const PUBLIC = join(import.meta.dirname, 'public');

const Icon = z.object({ src: z.string(), sizes: z.string(), type: z.literal('image/png') });

const WebManifest = z.object({
  name: z.string().min(1),
  short_name: z.string().min(1).max(15),
  lang: z.literal('es-CL'),
  start_url: z.enum(PATHS),
  display: z.literal('standalone'),
  theme_color: z.string(),
  background_color: z.string(),
  icons: z.array(Icon.extend({ purpose: z.enum(['any', 'maskable', 'monochrome']) })),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string(), icons: z.array(Icon).length(1) })),
});

const read = async () => WebManifest.parse(JSON.parse(await readFile(join(PUBLIC, 'manifest.webmanifest'), 'utf8')));

test('the installed application starts behind the login', async () => {
  const manifest = await read();
  expect(isBehindLogin(manifest.start_url)).toBe(true);
});

test('the shortcuts open the agenda and the form of a new patient', async () => {
  const { shortcuts } = await read();
  expect(shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Agenda', PATHS.agenda],
    ['Nuevo paciente', NEW_PATIENT_ADDRESS],
  ]);
});

test('every icon of the manifest has the size that it states', async () => {
  const { icons, shortcuts } = await read();
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
    '512x512 monochrome',
  ]);
  const shortcutIcons = shortcuts.flatMap((shortcut) => shortcut.icons);
  expect(shortcutIcons.map(({ sizes }) => sizes)).toEqual(['96x96', '96x96']);
  for (const { src, sizes } of [...icons, ...shortcutIcons]) {
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

test('the monochrome icon is a shape: the system chooses its colour and its ground', async () => {
  const { channels } = await sharp(join(PUBLIC, 'icon-monochrome-512.png')).stats();
  const [red, green, blue, alpha] = channels;
  expect([alpha?.min, alpha?.max]).toEqual([0, 255]);
  expect([red?.max, green?.max, blue?.max]).toEqual([255, 255, 255]);
});

test('the colours are those of the page before its style sheet arrives', async () => {
  const html = await readFile(join(import.meta.dirname, 'index.html'), 'utf8');
  const manifest = await read();
  expect(html).toContain(
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${manifest.theme_color}"`,
  );
  expect(manifest.background_color).toBe(manifest.theme_color);
});
