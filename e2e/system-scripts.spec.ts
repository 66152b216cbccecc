import { expect, type Page } from '@playwright/test';
import { adminCie10Stats, expandCie10, initializeCie10 } from '#contract/cie10';
import { expectAccessible } from './accessibility-violations.ts';
import { consoleErrorsOf } from './console-errors.ts';
import { test } from './fixtures.ts';
import { toast } from './toast.ts';

const PAGE = '/dashboard/system-scripts';
const INITIALIZE = 'Inicializar Base de Datos CIE-10';
const EXPAND = 'Expandir Base de Datos CIE-10';
const COUNTS = ['Agregados', 'Actualizados', 'Omitidos', 'Errores', 'Total'];

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const shownCount = (page: Page, name: string) => page.locator(`dt:text-is("${name}") + dd`);

/** All tests share the catalogue, so the number of its codes is mocked for this page. */
const mockCount = (page: Page, count: number, times = Number.MAX_SAFE_INTEGER) =>
  page.route(`**${adminCie10Stats.path}`, (route) => route.fulfill({ json: { count } }), { times });

/** Answers the next dialog of the browser and returns its text. */
async function answer(page: Page, yes: boolean, ask: () => Promise<void>): Promise<string> {
  const asked = page.waitForEvent('dialog');
  const pressed = ask();
  const dialog = await asked;
  expect(dialog.type()).toBe('confirm');
  await (yes ? dialog.accept() : dialog.dismiss());
  await pressed;
  return dialog.message();
}

test('la base vacía se inicializa y se expande; expandir otra vez no cambia nada', async ({ admin }) => {
  test.setTimeout(90_000);
  const page = await admin.newPage();
  const consoleErrors = consoleErrorsOf(page);
  await mockCount(page, 0, 1);
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { level: 1, name: 'Scripts del Sistema' })).toBeVisible();
  await expect(page.getByText('La base de datos CIE-10 aún no ha sido inicializada.')).toBeVisible();
  await expect(button(page, EXPAND)).toBeDisabled();
  await expect(button(page, EXPAND)).toHaveAccessibleDescription(
    /Disponible después de inicializar la base de datos\./,
  );

  const question = await answer(page, true, () => button(page, INITIALIZE).click());
  expect(question).toContain('¿Inicializar la base de datos CIE-10?');
  expect(question).toContain('Puede tardar varios minutos.');
  await expect(page.getByRole('heading', { name: 'Resultado de la inicialización' })).toBeVisible({ timeout: 30_000 });
  await expect(toast(page)).toContainText('Éxito');
  await expect(page.locator('dt')).toHaveText(COUNTS);
  const total = (await shownCount(page, 'Total').textContent()) ?? '';
  expect(total).toMatch(/^1\d\.\d{3}$/);
  await expect(page.getByText(`${total} códigos`, { exact: true })).toBeVisible();
  await expect(button(page, INITIALIZE)).toBeEnabled();

  const safe = await answer(page, true, () => button(page, EXPAND).click());
  expect(safe).toContain('¿Expandir la base de datos CIE-10?');
  expect(safe).toContain('Puede ejecutarse muchas veces sin riesgo');
  await expect(page.getByRole('heading', { name: 'Resultado de la expansión' })).toBeVisible({ timeout: 30_000 });
  await expect(shownCount(page, 'Errores')).toHaveText('0');
  const expanded = (await shownCount(page, 'Total').textContent()) ?? '';

  const again = page.waitForResponse(`**${expandCie10.path}`);
  await answer(page, true, () => button(page, EXPAND).click());
  await again;
  await expect(shownCount(page, 'Agregados')).toHaveText('0');
  await expect(shownCount(page, 'Actualizados')).toHaveText('0');
  await expect(shownCount(page, 'Total')).toHaveText(expanded);
  await page.reload();
  await expect(page.getByText(`${expanded} códigos`, { exact: true })).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('quien no confirma no ejecuta nada', async ({ admin }) => {
  const page = await admin.newPage();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await mockCount(page, 14_400);
  await page.goto(PAGE);
  for (const name of [INITIALIZE, EXPAND]) {
    await answer(page, false, () => button(page, name).click());
    await expect(button(page, name)).toBeEnabled();
  }
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByText('Resultado')).toHaveCount(0);
  expect(sent).toEqual([]);
});

test('mientras se ejecuta se ve el avance y nada más puede ejecutarse, aunque se salga y se vuelva', async ({
  admin,
}) => {
  const page = await admin.newPage();
  await mockCount(page, 14_400);
  const stats = { total: 14_460, added: 48, updated: 1312, skipped: 100, errors: 2 };
  const { promise: held, resolve: releaseRequest } = Promise.withResolvers<void>();
  await page.route(`**${expandCie10.path}`, async (route) => {
    await held;
    await route.fulfill({ json: { success: true, message: 'Base de datos expandida', stats } });
  });
  await page.goto(PAGE);
  await answer(page, true, () => button(page, EXPAND).click());

  const expectRunning = async () => {
    await expect(button(page, 'Expandiendo...')).toBeDisabled();
    await expect(button(page, INITIALIZE)).toBeDisabled();
    await expect(page.getByRole('progressbar', { name: 'Expandiendo...' })).toBeVisible();
  };
  await expectRunning();
  await expect(button(page, 'Expandiendo...')).toBeFocused();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Agenda', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Agenda' })).toBeVisible();
  await page.goBack();
  await expectRunning();

  releaseRequest();
  await expect(toast(page)).toContainText('Base de datos expandida');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.locator('dt')).toHaveText(COUNTS);
  await expect(page.getByRole('definition')).toHaveText(['48', '1.312', '100', '2', '14.460']);
  await expectAccessible(page);
});

for (const { name, path, failed } of [
  { name: INITIALIZE, path: initializeCie10.path, failed: 'Error al inicializar la base de datos CIE-10' },
  { name: EXPAND, path: expandCie10.path, failed: 'Error al expandir la base de datos CIE-10' },
]) {
  test(`un fallo se dice con las palabras del servidor o con «${failed}»`, async ({ admin }) => {
    const page = await admin.newPage();
    await mockCount(page, 14_400);
    for (const [reply, text] of [
      [{ error: 'El catálogo está ocupado' }, 'El catálogo está ocupado'],
      [{}, failed],
    ] as const) {
      await page.route(`**${path}`, (route) => route.fulfill({ status: 500, json: reply }), { times: 1 });
      await page.goto(PAGE);
      await answer(page, true, () => button(page, name).click());
      await expect(toast(page)).toContainText('Error');
      await expect(toast(page)).toContainText(text);
      await expect(page.getByRole('main')).toContainText(text);
      await expect(button(page, name)).toBeEnabled();
    }
  });
}

test('si el estado no carga se dice y puede intentarse de nuevo', async ({ admin }) => {
  const page = await admin.newPage();
  await mockCount(page, 0);
  await page.route(`**${adminCie10Stats.path}`, (route) => route.fulfill({ status: 500, json: {} }), { times: 2 });
  await page.goto(PAGE);
  await expect(toast(page)).toContainText('No se pudo cargar el estado de la base de datos CIE-10');
  await expect(button(page, INITIALIZE)).toHaveCount(0);
  await button(page, 'Volver a intentar').click();
  await expect(button(page, INITIALIZE)).toBeEnabled();
  await expectAccessible(page);
});
