import { expect, type Page } from '@playwright/test';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { test } from './fixtures.ts';
import { fillAndLogIn, loginForm } from './login-form.ts';
import { toast } from './toast.ts';

// As if the visitor had asked for less motion: no colour is measured on its way to another.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Each page is scanned four times.
test.describe.configure({ timeout: 60_000 });

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

for (const paths of [
  ['/', '/no-existe'],
  ['/terminos', '/recuperar-contrasena'],
  ['/privacidad', '/soporte'],
]) {
  test(`sin barreras: ${paths.join(', ')}`, async ({ page }) => {
    for (const path of paths) {
      await page.goto(path);
      await expectAccessible(page);
    }
  });
}

test('sin barreras: registro con errores y con el aviso del RUT', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('RUT', { exact: true }).fill('12.345.678-9');
  await page.getByLabel('Ciudad').focus();
  await expect(page.getByText('El dígito verificador no coincide')).toBeVisible();
  await page.getByRole('button', { name: 'Crear Cuenta' }).click();
  await expect(page.getByText('El nombre es requerido')).toBeVisible();
  await expectAccessible(page);
});

test('sin barreras: inicio de sesión, solo, con errores y con una notificación', async ({ page }) => {
  await page.goto('/login');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(page.getByText('El email es requerido')).toBeVisible();
  await expectAccessible(page);
  await fillAndLogIn(page, 'nadie@ejemplo.cl', 'equivocada');
  await expect(toast(page)).toContainText('Credenciales inválidas');
  await expect(loginForm(page).password).toBeFocused();
  // While the focus is on the notifications they do not leave.
  await page.keyboard.press('F8');
  await expectAccessible(page);
  await expect(toast(page)).toBeVisible();
});

test('sin barreras: inicio de la profesional', async ({ ana }) => {
  const page = await ana.open('/dashboard');
  await expect(heading(page, /Ana Pérez Soto/)).toBeVisible();
  await expectAccessible(page);
});

test('sin barreras: panel de administración', async ({ admin }) => {
  const page = await admin.open('/dashboard/admin');
  await expect(heading(page, 'Panel de Administración')).toBeVisible();
  await expectAccessible(page);
});

test('sin barreras: el cajón del menú en el teléfono, con un nombre muy largo', async ({ newPerson }) => {
  const person = await newPerson({ name: 'María de los Ángeles Fernández-Valenzuela Goycoolea Etcheverry' });
  const page = await person.open('/dashboard', { viewport: PHONE });
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  await expect(page.getByRole('dialog', { name: 'Menú' })).toBeVisible();
  await expectAccessible(page, [PHONE]);
});

test('sin barreras: la descripción de la API, desplegada', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(heading(page, /^API/)).toBeVisible();
  await page.evaluate(() => {
    for (const part of document.querySelectorAll('details')) part.open = true;
  });
  await expectAccessible(page);
});
