import { expect, type Page } from '@playwright/test';
import { PHONE } from './accessibility-violations.ts';
import { consoleErrorsOf } from './console-errors.ts';
import { test } from './fixtures.ts';
import { toast } from './toast.ts';

const SETTINGS = '/dashboard/configuracion';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const facts = (page: Page) => page.getByRole('tabpanel', { name: 'Cuenta' }).locator('dt, dd');

test('los datos personales se leen, se editan y se ven de inmediato en toda la aplicación', async ({ ana }) => {
  const page = await ana.newPage();
  const consoleErrors = consoleErrorsOf(page);
  await page.goto(SETTINGS);
  await expect(heading(page)).toHaveText('Configuración de Cuenta');
  await expect(page.getByRole('tab')).toHaveText(['Cuenta', 'Suscripción', 'Firma', 'Secretaría', 'Seguridad']);
  const place = ['Ciudad', 'Valdivia', 'Región', 'Región de Los Ríos'];
  await expect(facts(page)).toHaveText([
    ...['Nombre', 'Ana Pérez Soto', 'Email', ana.user.email, 'RUT', '12.345.678-5'],
    ...['RNPI', 'Sin registro', 'Profesión', 'Médico/a', 'Especialidad', 'Medicina familiar', ...place],
  ]);

  await button(page, 'Editar').click();
  await expect(field(page, 'Nombre completo')).toBeFocused();
  await expect(field(page, 'Email')).not.toBeEditable();
  await field(page, 'Nombre completo').fill('  Ana Pérez de Arce ');
  await field(page, 'Profesión').selectOption('Nutricionistas');
  await field(page, 'Especialidad').fill(' ');
  await field(page, 'Ciudad').fill('Castro');
  await field(page, 'Región').selectOption('Región de Los Lagos');
  await button(page, 'Guardar').click();
  await expect(toast(page)).toContainText('Información personal actualizada correctamente');
  const numbers = ['12.345.678-5', 'Sin registro'];
  const values = ['Ana Pérez de Arce', ana.user.email, ...numbers, 'Nutricionista', 'Sin registro', 'Castro'];
  await expect(facts(page).and(page.locator('dd'))).toHaveText([...values, 'Región de Los Lagos']);
  await expect(button(page, 'Editar')).toBeFocused();
  await expect(page.getByRole('banner')).toContainText('Ana Pérez de Arce');
  await page.getByRole('link', { name: 'Ficha Austral, ir al inicio' }).click();
  await expect(heading(page)).toContainText('Ana Pérez de Arce');
  await expect(page.getByRole('main')).toContainText('Castro');
  expect(consoleErrors).toEqual([]);

  await test.step('la pestaña vive en la dirección, y lo escrito en una espera mientras se mira otra', async () => {
    await page.goto(SETTINGS);
    await expect(facts(page)).toContainText(['Nombre', 'Ana Pérez de Arce']);
    await button(page, 'Editar').click();
    await field(page, 'Ciudad').fill('Futrono');
    await tab(page, 'Seguridad').click();
    await expect(page).toHaveURL(`${SETTINGS}?tab=seguridad`);
    await expect(field(page, 'Contraseña actual')).toBeVisible();
    await expect(field(page, 'Ciudad')).toBeHidden();
    await tab(page, 'Cuenta').click();
    await expect(field(page, 'Ciudad')).toHaveValue('Futrono');
    await button(page, 'Cancelar').click();
    await tab(page, 'Firma').click();
    await page.reload();
    await expect(tab(page, 'Firma')).toHaveAttribute('aria-selected', 'true');
    await page.goBack();
    await expect(page, 'cambiar de pestaña no llena el historial').toHaveURL('/dashboard');
  });

  await test.step('las cinco pestañas caben en el teléfono', async () => {
    await page.setViewportSize(PHONE);
    await page.goto(SETTINGS);
    await expect(facts(page)).toContainText(['Nombre', 'Ana Pérez de Arce']);
    for (const name of ['Cuenta', 'Suscripción', 'Firma', 'Secretaría', 'Seguridad']) {
      const box = await tab(page, name).boundingBox();
      expect(box?.height, name).toBeGreaterThanOrEqual(44);
      expect(box?.x, name).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(PHONE.width);
    }
  });
});

test('«Ver registro» pasa el foco al título, y lo recupera si no llega', async ({ ana }) => {
  const page = await ana.newPage();
  await page.goto(`${SETTINGS}?tab=seguridad`);
  const files = '**/assets/access-log-entries-*.js';
  await page.route(files, (route) => route.abort());
  await button(page, 'Ver registro').click();
  await expect(toast(page)).toContainText('No se pudo cargar esta parte de la página');
  await expect(button(page, 'Ver registro')).toBeFocused();
  await page.unroute(files);
  await button(page, 'Ver registro').press('Enter');
  await expect(page.getByRole('list', { name: 'Accesos' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Registro de accesos' })).toBeFocused();
});
