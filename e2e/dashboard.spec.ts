import { expect, type Page } from '@playwright/test';
import { me } from '#contract/auth';
import type { Region } from '#contract/regions';
import { consoleErrorsOf } from './console-errors.ts';
import { test } from './fixtures.ts';

const SECTIONS = { Agenda: '/dashboard/agenda', Pacientes: '/dashboard/pacientes' };
const ACCOUNT = { 'Configuración de Cuenta': '/dashboard/configuracion' };
const ADMIN_SECTIONS = {
  'Panel de Administración': '/dashboard/admin',
  'Scripts del Sistema': '/dashboard/system-scripts',
};

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const menuEntries = (page: Page) =>
  page.getByRole('navigation', { name: 'Menú principal' }).getByRole('listitem').locator('visible=true');

test('la barra y el menú de una profesional tienen lo suyo y nada más', async ({ ana }) => {
  const page = await ana.newPage();
  const consoleErrors = consoleErrorsOf(page);
  await page.goto('/dashboard/agenda');
  const bar = page.getByRole('banner');
  await expect(bar).toContainText('Ana Pérez Soto');
  await expect(bar.getByRole('button', { name: 'Cerrar sesión' })).toBeVisible();
  const entries = Object.keys({ ...SECTIONS, ...ACCOUNT });
  await expect(menuEntries(page)).toContainText(entries);
  await expect(menuEntries(page)).toHaveCount(entries.length);

  await page.mouse.wheel(0, 2000);
  await expect(bar).toHaveCSS('position', 'fixed');
  await expect(bar).toBeInViewport();
  await bar.getByRole('link', { name: /Ficha Austral/ }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(heading(page)).toContainText('Ana Pérez Soto');
  for (const path of Object.values(ADMIN_SECTIONS)) {
    await page.goto(path);
    await expect(heading(page)).toHaveText('Acceso restringido');
  }
  expect(consoleErrors).toEqual([]);
});

test('el menú de una administradora suma sus dos entradas, y cada una lleva a su página', async ({ admin }) => {
  const page = await admin.open('/dashboard');
  const sections = { ...SECTIONS, ...ACCOUNT, ...ADMIN_SECTIONS };
  await expect(menuEntries(page)).toHaveText(Object.keys(sections));
  await expect(page.getByRole('heading', { name: 'Tu Perfil Profesional' })).toHaveCount(0);
  for (const [name, path] of Object.entries(sections)) {
    await menuEntries(page).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(heading(page)).toHaveText(name);
  }
});

test('saluda según la hora de su región, esté donde esté el computador', async ({ ana }) => {
  const page = await ana.newPage({ timezoneId: 'Asia/Tokyo' });
  // In winter Santiago is four hours behind UTC; Magallanes and Aysén stay at three all year.
  const greetings: [Region, string, string][] = [
    ['Región de Los Ríos', '2026-07-15T15:59:59Z', 'Buenos días'],
    ['Región de Los Ríos', '2026-07-15T16:00:00Z', 'Buenas tardes'],
    ['Región de Los Ríos', '2026-07-15T22:00:00Z', 'Buenas noches'],
    ['Región de Magallanes y de la Antártica Chilena', '2026-07-15T15:00:00Z', 'Buenas tardes'],
    ['Región de Aysén del General Carlos Ibáñez del Campo', '2026-07-15T21:00:00Z', 'Buenas noches'],
  ];
  for (const [region, instant, greeting] of greetings) {
    await page.route(`**${me.path}`, (route) => route.fulfill({ json: { ...ana.user, region } }), { times: 1 });
    await page.clock.setFixedTime(instant);
    await page.goto('/dashboard');
    await expect(heading(page), `${region}, ${instant}`).toHaveText(`${greeting}, Ana Pérez Soto`);
  }
});

test('el inicio ofrece tres accesos y el perfil; sin especialidad no la nombra, sin nombre dice «Usuario»', async ({
  ana,
}) => {
  const page = await ana.open('/dashboard');
  await expect(page.getByRole('main').getByRole('listitem')).toContainText([
    'Ver agenda',
    'Gestionar pacientes',
    'Configuración',
  ]);
  const facts = (of: Page) =>
    of
      .getByRole('main')
      .locator('section', { has: of.getByRole('heading', { name: 'Tu Perfil Profesional' }) })
      .locator('dt, dd');
  const place = ['Ciudad', 'Valdivia', 'Región', 'Región de Los Ríos'];
  await expect(facts(page)).toHaveText(['Profesión', 'Médicos/as', 'Especialidad', 'Medicina familiar', ...place]);

  const { specialty: _, ...withoutSpecialty } = ana.user;
  await page.route(`**${me.path}`, (route) => route.fulfill({ json: { ...withoutSpecialty, name: '' } }));
  await page.reload();
  await expect(facts(page)).toHaveText(['Profesión', 'Médicos/as', ...place]);
  await expect(page.getByRole('banner')).toContainText('Usuario');
  await expect(heading(page)).toContainText(/^Buen.*, Usuario$/);
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
  await expect(menuEntries(page)).toHaveCount(3);
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

test('con el teclado solo se llega al contenido, al inicio y a cerrar la sesión', async ({ ana }) => {
  const page = await ana.open('/dashboard/configuracion');
  await expect(heading(page)).toHaveText('Configuración de Cuenta');
  const tab = page.getByRole('tab', { name: 'Cuenta' });
  const skip = page.getByRole('link', { name: 'Saltar al contenido' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  const stops = [
    page.getByRole('link', { name: 'Ficha Austral, ir al inicio' }),
    page.getByRole('button', { name: /^Tema/ }),
    page.getByRole('button', { name: 'Cerrar sesión' }),
    page.getByRole('link', { name: 'Agenda', exact: true }),
    page.getByRole('link', { name: 'Pacientes', exact: true }),
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
