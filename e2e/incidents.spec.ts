import { expect, type Page } from '@playwright/test';
import { PROCESSING_AGREEMENT } from '#contract/processing-agreement';
import { expectAccessible, NARROW_PHONE, PHONE } from './accessibility-violations.ts';
import { button, dialog, PAGE } from './admin-panel.ts';
import { consoleErrorsOf } from './console-errors.ts';
import { newEmail, test } from './fixtures.ts';
import { toast } from './toast.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

/** Presses Tab until that has the focus. */
async function tabTo(page: Page, label: string): Promise<void> {
  const field = dialog(page, 'Anotar incidente').getByLabel(label);
  for (let presses = 0; presses < 40; presses += 1) {
    if (await field.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(field).toBeFocused();
}

test('un incidente se anota con el teclado, con sus profesionales, y su aviso se copia', async ({
  admin,
  newPerson,
}) => {
  const name = `Zoila ${newEmail().slice(4, 12)}`;
  const zoila = await newPerson({ name });
  const title = `Copia de un respaldo en un equipo ajeno, ${newEmail().slice(4, 12)}`;
  const page = await admin.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  const consoleErrors = consoleErrorsOf(page);
  await page.goto(`${PAGE}?tab=incidentes`);
  await button(page, 'Anotar incidente').focus();
  await page.keyboard.press('Enter');
  const form = dialog(page, 'Anotar incidente');
  await tabTo(page, 'Qué ocurrió');
  await page.keyboard.type(title);
  await tabTo(page, 'Cuándo se detectó');
  await page.keyboard.type('01072026 1030');
  await tabTo(page, 'Datos de salud: fichas, recetas, certificados y archivos');
  await page.keyboard.press('Space');
  await tabTo(page, 'Personas afectadas');
  await page.keyboard.type('12');
  await tabTo(page, 'Todas las cuentas');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'Buscar profesionales');
  await page.keyboard.type(zoila.user.email);
  await expect(form.getByLabel(`${name} (${zoila.user.email})`)).toBeVisible();
  await tabTo(page, `${name} (${zoila.user.email})`);
  await page.keyboard.press('Space');
  await expect(form.getByRole('status')).toHaveText('1 profesional elegido');
  await expectAccessible(page);
  await tabTo(page, 'Estado');
  await page.keyboard.press('Enter');
  await button(form, 'Guardar').press('Enter');
  await expect(toast(page)).toContainText('Incidente guardado');
  await expect(form).toBeHidden();

  const card = page.getByRole('article', { name: title });
  await expect(card).toContainText('Abierto');
  await expect(card).toContainText('01/07/2026 10:30');
  await button(card, `Avisar a los profesionales: ${title}`).press('Enter');
  const notice = dialog(page, 'Avisar a los profesionales');
  await expect(notice.getByText(zoila.user.email)).toBeVisible();
  await button(notice, 'Copiar el aviso').press('Enter');
  await expect(notice.getByText('Copiado')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(title);
  expect(copied).toContain('artículo 14 sexies');
  const downloading = page.waitForEvent('download');
  await button(notice, 'Descargar los correos (CSV)').press('Enter');
  expect((await downloading).suggestedFilename()).toMatch(/^profesionales-afectados-.+\.csv$/);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  // Escape closes a toast first while it is shown.
  await button(notice, 'Cerrar').press('Enter');
  await expect(notice).toBeHidden();
  expect(consoleErrors).toEqual([]);
});

test('el contrato de encargo se lee, se acepta, y la administración lo ve', async ({ ana, admin }) => {
  const page = await ana.open('/dashboard');
  const notice = page.getByRole('region', { name: 'Contrato de encargo' });
  await notice.getByRole('link', { name: 'Leer el contrato' }).click();
  await expect(page).toHaveURL('/encargo');
  await expect(page.getByRole('heading', { level: 1, name: 'Contrato de encargo de tratamiento' })).toBeVisible();
  await page.goBack();
  await button(page, 'Aceptar').click();
  await expect(toast(page)).toContainText('Contrato de encargo aceptado');
  await expect(notice).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Tu Perfil Profesional' })).toBeVisible();
  await expect(notice).toBeHidden();
  await page.goto('/dashboard/configuracion');
  await expect(page.getByText(`Aceptaste la versión ${PROCESSING_AGREEMENT.version}`)).toBeVisible();

  const panel = await admin.open(PAGE);
  await tab(panel, 'Contrato de encargo').click();
  await panel.getByRole('searchbox', { name: 'Buscar cuentas' }).fill(ana.user.email);
  const row = panel.getByRole('row').filter({ hasText: ana.user.email });
  await expect(row).toContainText('Vigente');
  await expect(row).toContainText(PROCESSING_AGREEMENT.version);
});

test('en un teléfono, la pestaña abierta se ve entera entre las demás', async ({ admin }) => {
  const page = await admin.newPage({ viewport: NARROW_PHONE });
  await page.goto(`${PAGE}?tab=encargo`);
  const shown = tab(page, 'Contrato de encargo');
  await expect(shown).toHaveAttribute('aria-selected', 'true');
  await expect
    .poll(() =>
      shown.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
      }),
    )
    .toBe(true);
});
