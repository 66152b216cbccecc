import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleAtBothWidths, WIDE } from './accessibility-violations.ts';
import { AGENDA_SCREENS } from './agenda-screens.ts';
import { removeAnswers } from './answers.ts';
import { contrastViolations } from './contrast.ts';
import { test } from './fixtures.ts';
import { PRESET_SCREENS } from './preset-screens.ts';
import { PUBLIC_SCREENS } from './public-screens.ts';
import { RECORD_SCREENS } from './record-screens.ts';
import { heading, PROFESSIONAL_SCREENS, type Screen } from './screens.ts';

const titleOf = ({ path, state }: Screen) => `sin barreras: ${path}${state ? `, ${state}` : ''}`;

async function expectAccessibleScreen(
  page: Page,
  { path, answers, show, size = WIDE, atBothWidths, stays }: Screen,
): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'light' });
  await answers?.(page);
  await page.goto(path);
  await show?.(page);
  await (atBothWidths ? expectAccessibleAtBothWidths(page) : expectAccessible(page, size));
  if (stays) await expect(stays(page)).toBeVisible();
  // The next screen starts without what was typed into this one, which a page stores when it is left, and without its
  // answers.
  await page.goto('/api/health');
  await page.evaluate(() => sessionStorage.clear());
  await removeAnswers(page);
}

for (const screen of PUBLIC_SCREENS) {
  test(titleOf(screen), ({ visitorPage }) => expectAccessibleScreen(visitorPage, screen));
}

const READER_SCREENS = [...PROFESSIONAL_SCREENS, ...AGENDA_SCREENS, ...RECORD_SCREENS, ...PRESET_SCREENS];

for (const screen of READER_SCREENS) {
  test(titleOf(screen), ({ readerPage }) => expectAccessibleScreen(readerPage, screen));
}

const ADMIN_SCREEN = { path: '/dashboard/admin', show: heading('Panel de Administración') };

test(titleOf(ADMIN_SCREEN), async ({ admin }) => expectAccessibleScreen(await admin.newPage(), ADMIN_SCREEN));

/** These pages are scanned where their flow is tested. */
const SCANNED_IN_FLOWS = [
  // documents.spec.ts
  '/verificar',
  '/verificar/:code',
  // billing.spec.ts
  '/pago-de-prueba/:id',
  // system-scripts.spec.ts
  '/dashboard/system-scripts',
  // certificates.spec.ts
  '/dashboard/pacientes/:id/certificado/:certificateId',
];

test('cada página del producto se revisa', () => {
  const built = JSON.parse(readFileSync('web/dist/pages.json', 'utf8')) as { pages: object; shellPaths: string[] };
  const scanned = [...PUBLIC_SCREENS, ...READER_SCREENS, ADMIN_SCREEN].map(({ path }) => path.split(/[?#]/)[0] ?? '');
  const isScanned = (page: string) => {
    const pattern = new RegExp(`^${page.replaceAll(/:\w+/g, '[\\da-f-]{36}')}$`);
    return SCANNED_IN_FLOWS.includes(page) || scanned.some((path) => pattern.test(path));
  };
  expect([...Object.keys(built.pages), ...built.shellPaths].filter((page) => !isScanned(page))).toEqual([]);
});

test('un contraste insuficiente se informa cada vez, aunque otro texto del mismo estilo esté exento', async ({
  page,
}) => {
  const scanned = async (body: string) => {
    await page.setContent(`<!doctype html><body style="background: #fff; color: #222">${body}</body>`);
    return (await contrastViolations(page)).map((line) => line.split(' ').slice(0, 2).join(' '));
  };
  expect(await scanned('<p>Una línea que se lee.</p><em>Otra.</em>')).toEqual([]);
  const pale = '<p>Una línea que se lee.</p><b style="color: #bbb">Una línea pálida.</b>';
  expect([await scanned(pale), await scanned(pale)]).toEqual([['color-contrast: b'], ['color-contrast: b']]);
  const paleButton = (attribute: string) =>
    `<button ${attribute} style="color: #bbb; background: #fff">Guardar</button>`;
  expect(await scanned(paleButton('disabled') + paleButton('id="abierto"'))).toEqual(['color-contrast: #abierto']);
  const themed = '<p style="color-scheme: light dark; color: light-dark(#222, #ddd)">Una línea de dos colores.</p>';
  expect(await scanned(themed)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect((await contrastViolations(page)).map((line) => line.split(' ')[1])).toEqual(['p']);
  await page.emulateMedia({ colorScheme: 'light' });
  // The text has the style of one that passed, and lies on something else than its ancestors.
  const layer = '<div style="position: absolute; inset: 0; background: #333"></div>';
  const covering = `<div style="position: relative">${layer}<p style="position: relative">Una línea que se lee.</p></div>`;
  expect(await scanned(covering)).toEqual(['color-contrast: p']);
});
