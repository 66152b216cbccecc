import { expect, type Page } from '@playwright/test';
import { adminCie10Stats, expandCie10 } from '#contract/cie10';
import { expectAccessible } from './accessibility-violations.ts';
import { answer, holdRequest } from './answers.ts';
import { consoleErrorsOf } from './console-errors.ts';
import { test } from './fixtures.ts';
import { toast } from './toast.ts';

const PAGE = '/dashboard/system-scripts';
const INITIALIZE = 'Inicializar Base de Datos CIE-10';
const EXPAND = 'Expandir Base de Datos CIE-10';
const COUNTS = ['Agregados', 'Actualizados', 'Omitidos', 'Errores', 'Total'];

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const shownCount = (page: Page, name: string) => page.locator(`dt:text-is("${name}") + dd`);

/** Accepts the next dialog of the browser and returns its text. */
async function accept(page: Page, ask: () => Promise<void>): Promise<string> {
  const asked = page.waitForEvent('dialog');
  const pressed = ask();
  const dialog = await asked;
  expect(dialog.type()).toBe('confirm');
  await dialog.accept();
  await pressed;
  return dialog.message();
}

test('el panel lleva a la base vacía, que se inicializa y se expande, también al salir y volver; expandir otra vez no cambia nada', async ({
  admin,
}) => {
  const page = await admin.newPage();
  const consoleErrors = consoleErrorsOf(page);
  // All tests share the catalogue: another one may have found codes in it.
  await answer(page, adminCie10Stats.path, { count: 0 });
  await page.goto('/dashboard/admin');
  await expect(page.getByText('Los diagnósticos CIE-10 aún no están cargados')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Cárgalos en Scripts del Sistema' }).click();
  await expect(page).toHaveURL(PAGE);
  await expect(page.getByRole('heading', { level: 1, name: 'Scripts del Sistema' })).toBeVisible();
  await expect(page.getByText('La base de datos CIE-10 aún no ha sido inicializada.')).toBeVisible();
  await expect(button(page, EXPAND)).toBeDisabled();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.unrouteAll();

  const question = await accept(page, () => button(page, INITIALIZE).click());
  expect(question).toContain('¿Inicializar la base de datos CIE-10?');
  await expect(page.getByRole('heading', { name: 'Resultado de la inicialización' })).toBeVisible({ timeout: 30_000 });
  await expect(toast(page)).toContainText('Éxito');
  await expect(page.locator('dt')).toHaveText(COUNTS);
  const total = (await shownCount(page, 'Total').textContent()) ?? '';
  expect(total).toMatch(/^1\d\.\d{3}$/);
  await expect(page.getByText(`${total} códigos`, { exact: true })).toBeVisible();
  await expect(button(page, INITIALIZE)).toBeEnabled();

  const releaseRequest = await holdRequest(page, expandCie10.path);
  await accept(page, () => button(page, EXPAND).click());
  await expect(button(page, 'Expandiendo...')).toBeFocused();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Agenda', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Agenda' })).toBeVisible();
  await page.goBack();
  await expect(button(page, 'Expandiendo...')).toBeDisabled();
  await expect(page.getByRole('progressbar', { name: 'Expandiendo...' })).toBeVisible();
  releaseRequest();
  await expect(page.getByRole('heading', { name: 'Resultado de la expansión' })).toBeVisible({ timeout: 30_000 });
  await expect(shownCount(page, 'Errores')).toHaveText('0');
  const expanded = (await shownCount(page, 'Total').textContent()) ?? '';

  const again = page.waitForResponse(`**${expandCie10.path}`);
  await accept(page, () => button(page, EXPAND).click());
  await again;
  await expect(shownCount(page, 'Agregados')).toHaveText('0');
  await expect(shownCount(page, 'Actualizados')).toHaveText('0');
  await expect(shownCount(page, 'Total')).toHaveText(expanded);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText(`${expanded} códigos`, { exact: true })).toBeVisible();
  expect(consoleErrors).toEqual([]);
});
