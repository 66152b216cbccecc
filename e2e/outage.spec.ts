import { expect, type Page } from '@playwright/test';
import { getClinicalNote } from '#contract/clinical-notes';
import { fillPath } from '#contract/endpoint';
import { ERRORS } from '#contract/errors';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { test } from './fixtures.ts';
import { fillAndLogIn } from './login-form.ts';
import { seedClinicalNote, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

const CALLS = '**/api/**';
const { message: error } = ERRORS.NOT_READY;

/** Answers as the server does while its database is unavailable. */
const loseDatabase = (page: Page) =>
  page.route(CALLS, (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '5' }, json: { error, message: error, code: 'NOT_READY' } }),
  );

const banner = (page: Page) => page.getByRole('status').getByText('Sin conexión con el servidor, reintentando');

/** On a phone, the end of the page can be scrolled above the banner, whatever is there. */
async function expectNotCovered(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  const coveredHeight = () =>
    page.evaluate(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      const [main, cover] = ['main', '.server-unreachable'].map((part) => document.querySelector(part));
      return (main?.getBoundingClientRect().bottom ?? 0) - (cover?.getBoundingClientRect().top ?? 0);
    });
  await expect.poll(coveredHeight).toBeLessThanOrEqual(0);
}

test('sin base de datos lo avisa, reintenta sola y guarda lo que se escribió mientras tanto', async ({
  ana,
  request,
}) => {
  const note = await seedClinicalNote(request, ana, await seedPatient(request, ana), { reason: 'Control' });
  const page = await ana.open(`/dashboard/pacientes/${note.patientId}/atencion/${note._id}`);
  const reason = page.getByLabel('Motivo de Consulta', { exact: true });
  await expect(reason).toHaveValue('Control');
  await expect(banner(page)).toHaveCount(0);

  await loseDatabase(page);
  await reason.fill('Control anual');
  await expect(banner(page)).toBeVisible();
  await expect(page.getByText('Sin conexión: se guardará al volver').first()).toBeVisible();
  await reason.fill('Control anual, sin molestias');
  await expectAccessible(page);
  await expectNotCovered(page);

  await page.unroute(CALLS);
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByText('Guardado hace un momento')).toBeVisible();
  const stored = await request.get(fillPath(getClinicalNote.path, { id: note._id }), {
    headers: { authorization: `Bearer ${ana.accessToken}` },
  });
  expect((await stored.json()).reason).toBe('Control anual, sin molestias');
});

test('un formulario que no pudo enviarse sigue completo, y la lista que falló se carga al volver', async ({ ana }) => {
  const page = await ana.open('/dashboard/pacientes');
  await page.getByRole('button', { name: 'Agregar Paciente' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nuevo Paciente' });
  await dialog.getByLabel('Nombre', { exact: false }).first().fill('Rosa Aguilera Muñoz');
  await dialog.getByLabel('RUT').fill('123456785');
  await dialog.getByLabel('Fecha de nacimiento').fill('1980-05-10');

  await loseDatabase(page);
  await dialog.getByRole('button', { name: /^(Crear|Guardar)/ }).click();
  await expect(toast(page)).toContainText(error);
  await expect(banner(page)).toBeVisible();
  await expect(dialog.getByLabel('RUT')).toHaveValue('12.345.678-5');

  await page.unroute(CALLS);
  await expect(banner(page)).toHaveCount(0);
  await dialog.getByRole('button', { name: /^(Crear|Guardar)/ }).click();
  await expect(page.getByRole('link', { name: /Rosa Aguilera Muñoz/ })).toBeVisible();

  await loseDatabase(page);
  await page.getByRole('link', { name: 'Agenda', exact: true }).click();
  await expect(banner(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Volver a intentar' })).toBeVisible();
  await page.unroute(CALLS);
  await expect(page.getByRole('button', { name: 'Volver a intentar' })).toHaveCount(0);
  await expect(banner(page)).toHaveCount(0);
});

test('quien inicia sesión sin conexión lo ve', async ({ page }) => {
  await page.goto('/login');
  await page.route(CALLS, (route) => route.abort());
  await fillAndLogIn(page, 'ana@ejemplo.cl', 'una-clave-segura');
  await expect(banner(page)).toBeVisible();
  await page.unrouteAll();
  await expect(banner(page)).toHaveCount(0);
});
