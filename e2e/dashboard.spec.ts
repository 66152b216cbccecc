import { expect, type Page } from '@playwright/test';
import { consoleErrorsOf } from './console-errors.ts';
import { test } from './fixtures.ts';
import { grantPaidPlan, seedPatient } from './seed.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const menuEntries = (page: Page) =>
  page.getByRole('navigation', { name: 'Menú principal' }).getByRole('listitem').locator('visible=true');

test('la barra queda a la vista, y con el teclado solo se llega al contenido, al inicio y a cerrar la sesión', async ({
  ana,
}) => {
  const page = await ana.newPage();
  const consoleErrors = consoleErrorsOf(page);
  await page.goto('/dashboard/agenda');
  const bar = page.getByRole('banner');
  await expect(bar).toContainText('Ana Pérez Soto');
  await expect(menuEntries(page)).toHaveText([
    'Agenda',
    'Reservas en línea',
    'Pacientes',
    'Cobros',
    'Derechos de los pacientes',
    'Configuración de Cuenta',
  ]);
  await page.mouse.wheel(0, 2000);
  await expect(bar).toHaveCSS('position', 'fixed');
  await expect(bar).toBeInViewport();
  await bar.getByRole('link', { name: /Ficha Austral/ }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(heading(page)).toContainText('Ana Pérez Soto');
  expect(consoleErrors).toEqual([]);

  await page.goto('/dashboard/configuracion');
  await expect(heading(page)).toHaveText('Configuración de Cuenta');
  const tab = page.getByRole('tab', { name: 'Cuenta' });
  const skip = page.getByRole('link', { name: 'Saltar al contenido' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  const stops = [
    page.getByRole('link', { name: 'Ficha Austral, ir al inicio' }),
    page.getByRole('button', { name: 'Buscar paciente o RUT' }),
    page.getByRole('button', { name: /^Tema/ }),
    page.getByRole('button', { name: 'Cerrar sesión' }),
    page.getByRole('link', { name: 'Agenda', exact: true }),
    page.getByRole('link', { name: 'Reservas en línea', exact: true }),
    page.getByRole('link', { name: 'Pacientes', exact: true }),
    page.getByRole('link', { name: 'Cobros', exact: true }),
    page.getByRole('link', { name: 'Derechos de los pacientes', exact: true }),
    page.getByRole('link', { name: 'Configuración de Cuenta', exact: true }),
    tab,
  ];
  for (const stop of stops) {
    await page.keyboard.press('Tab');
    await expect(stop).toBeFocused();
    await expect(stop).toHaveCSS('outline-style', 'solid');
  }

  await skip.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(tab).toBeFocused();

  await page.getByRole('button', { name: 'Cerrar sesión' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test('en el teléfono el menú es un cajón que se abre y se cierra', async ({ ana }) => {
  const page = await ana.newPage({ viewport: { width: 390, height: 844 } });
  const consoleErrors = consoleErrorsOf(page);
  await page.goto('/dashboard/pacientes');
  await page.getByRole('link', { name: 'Ficha Austral, ir al inicio' }).click();
  await expect(heading(page)).toContainText('Ana Pérez Soto');
  const button = page.getByRole('button', { name: 'Abrir menú' });
  const drawer = page.getByRole('dialog', { name: 'Menú' });
  await expect(button).toBeVisible();
  await expect(menuEntries(page)).toHaveCount(0);

  await button.click();
  await expect(drawer).toContainText('Ana Pérez Soto');
  await expect(menuEntries(page)).toHaveCount(6);
  await drawer.getByRole('button', { name: 'Cerrar menú' }).click();
  await expect(drawer).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(drawer).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Cerrar menú' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await expect(drawer).toBeVisible();
  await page.mouse.click(370, 700);
  await expect(drawer).toBeHidden();

  // The drawer closes on every kind of navigation.
  await button.click();
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/dashboard/pacientes');
  await expect(drawer).toBeHidden();

  await button.click();
  await drawer.getByRole('link', { name: 'Agenda' }).click();
  await expect(drawer).toBeHidden();
  await expect(heading(page)).toHaveText('Agenda');
  expect(consoleErrors).toEqual([]);
});

test('una dirección que el navegador abre empieza arriba, aunque la página de antes estaba desplazada', async ({
  ana,
  request,
}) => {
  await grantPaidPlan(ana);
  for (const name of ['Ana', 'Berta', 'Carla', 'Diego', 'Elsa', 'Fidel', 'Gabriela', 'Hugo', 'Inés', 'Juan']) {
    await seedPatient(request, ana, { name });
  }
  const page = await ana.newPage({ viewport: { width: 1280, height: 400 } });
  await page.goto('/dashboard/agenda');
  await expect(page.getByText('21:30')).toBeVisible();
  await page.evaluate(() => scrollTo(0, 200));
  await page.goto('/dashboard/pacientes');
  await expect(page.getByText('Juan')).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
