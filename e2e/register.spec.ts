import { expect, type Page } from '@playwright/test';
import { register } from '#contract/auth';
import { PROFESSIONS } from '#contract/professions';
import { REGIONS } from '#contract/regions';
import { expectFieldError, expectNoFieldError } from './field-error.ts';
import { newEmail, newProfessional, PASSWORD, test } from './fixtures.ts';
import { holdRequest } from './requests.ts';
import { NO_TOKENS, storedTokens } from './stored-tokens.ts';
import { toast } from './toast.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page) => page.locator('form').getByRole('button', { name: /^Crea/ });

async function fill(page: Page, changes: Record<string, string> = {}): Promise<void> {
  const texts = {
    'Nombre completo': 'Ana Pérez Soto',
    RUT: '12.345.678-5',
    Email: newEmail(),
    Contraseña: PASSWORD,
    'Confirmar contraseña': PASSWORD,
    Ciudad: 'Punta Arenas',
    ...changes,
  };
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
  await field(page, 'Profesión').selectOption('Enfermeros/as');
  await field(page, 'Región').selectOption('Región de Magallanes y de la Antártica Chilena');
}

test('el registro pide cada dato, marca los obligatorios y ofrece las listas completas', async ({ page }) => {
  await page.goto('/register');
  await expect(page.getByRole('heading', { level: 1, name: 'Crear Cuenta' })).toBeVisible();
  const required = ['Nombre completo', 'RUT', 'Email', 'Contraseña', 'Confirmar contraseña'];
  for (const label of [...required, 'Profesión', 'Ciudad', 'Región']) {
    await expect(page.locator('label', { hasText: label }).and(page.getByText(label, { exact: true }))).toBeVisible();
    await expect(page.getByText(`${label} *`, { exact: true })).toBeVisible();
    await expect(field(page, label)).toHaveAttribute('aria-required', 'true');
  }
  for (const label of ['RNPI', 'Especialidad']) {
    await expect(field(page, label)).toBeEditable();
    await expect(page.getByText(`${label} *`, { exact: true })).toHaveCount(0);
  }

  const choices = (label: string) => field(page, label).getByRole('option').allTextContents();
  expect((await choices('Profesión')).slice(1)).toEqual([...PROFESSIONS]);
  expect((await choices('Región')).slice(1)).toEqual([...REGIONS]);
  expect([PROFESSIONS.length, REGIONS.length]).toEqual([6, 16]);

  for (const label of ['Contraseña', 'Confirmar contraseña']) {
    const password = field(page, label);
    const box = page.locator('div').filter({ has: password }).last();
    await box.getByRole('button', { name: 'Mostrar contraseña' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await box.getByRole('button', { name: 'Ocultar contraseña' }).click();
    await expect(password).toHaveAttribute('type', 'password');
  }
  await expect(page.getByRole('link', { name: 'Volver al inicio' })).toHaveAttribute('href', '/');
  await page.getByRole('link', { name: 'Inicia sesión aquí' }).click();
  await expect(page).toHaveURL('/login');
});

test('cada error de un dato se dice en rojo bajo su campo y nada se envía', async ({ page }) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(register.path)) sent += 1;
  });
  await page.goto('/register');
  await submit(page).click();
  const missing = {
    'Nombre completo': 'El nombre es requerido',
    RUT: 'El RUT es requerido',
    Email: 'El email es requerido',
    Contraseña: 'La contraseña es requerida',
    'Confirmar contraseña': 'Confirma tu contraseña',
    Profesión: 'La profesión es requerida',
    Ciudad: 'La ciudad es requerida',
    Región: 'La región es requerida',
  };
  for (const [label, text] of Object.entries(missing)) await expectFieldError(field(page, label), text);
  for (const label of ['RNPI', 'Especialidad']) await expectNoFieldError(field(page, label));
  await expect(field(page, 'Nombre completo')).toBeFocused();

  await fill(page, {
    'Nombre completo': '   ',
    Email: 'ana@ejemplo',
    Contraseña: '12345',
    'Confirmar contraseña': '123456',
  });
  await submit(page).click();
  await expectFieldError(field(page, 'Nombre completo'), 'El nombre es requerido');
  await expectFieldError(field(page, 'Email'), 'Email inválido');
  await expectFieldError(field(page, 'Contraseña'), 'La contraseña debe tener al menos 6 caracteres');
  await expectFieldError(field(page, 'Confirmar contraseña'), 'Las contraseñas no coinciden');
  for (const label of ['RUT', 'Profesión', 'Ciudad', 'Región']) await expectNoFieldError(field(page, label));

  await field(page, 'Contraseña').fill('123456');
  await expectNoFieldError(field(page, 'Contraseña'));
  await expectNoFieldError(field(page, 'Confirmar contraseña'));
  expect(sent).toBe(0);
});

test('el RUT toma sus puntos al escribirlo, y un dígito verificador errado avisa sin impedir el registro', async ({
  page,
}) => {
  await page.goto('/register');
  const rut = field(page, 'RUT');
  await expect(rut).toBeEditable();
  await rut.pressSequentially('7654321k');
  await expect(rut).toHaveValue('7.654.321-K');
  await rut.fill('');
  await rut.pressSequentially('123456785');
  await expect(rut).toHaveValue('12.345.678-5');
  const warning = page.getByText('El dígito verificador no coincide. Revisa el RUT.');
  await rut.blur();
  await expect(warning).toHaveCount(0);

  await rut.press('End');
  await rut.press('Backspace');
  await rut.press('9');
  await expect(rut).toHaveValue('12.345.678-9');
  await rut.blur();
  await expect(warning).toBeVisible();
  await expectNoFieldError(rut);
  await expect(rut).toHaveAccessibleDescription(/El dígito verificador no coincide/);

  await fill(page, { RUT: '12.345.678-9' });
  const request = page.waitForRequest(`**${register.path}`);
  await submit(page).click();
  expect((await request).postDataJSON()).toMatchObject({ rut: '12345678-9' });
  await expect(page).toHaveURL('/login');
});

test('el primer clic cuenta, aunque el aviso del RUT aparezca en ese momento', async ({ page }) => {
  await page.goto('/register');
  await fill(page);
  await field(page, 'RUT').fill('12.345.678-9');
  await submit(page).click();
  await expect(page).toHaveURL('/login');
});

test('la cuenta nueva se anuncia, lleva al inicio de sesión y no deja la sesión abierta', async ({ page }) => {
  const releaseRequest = await holdRequest(page, register.path);
  const email = newEmail();
  await page.goto('/register');
  await fill(page, { Email: email });
  await field(page, 'RNPI').fill('123456');
  const request = page.waitForRequest(`**${register.path}`);
  await submit(page).click();

  await expect(submit(page)).toHaveText('Creando cuenta...');
  await expect(submit(page)).toBeDisabled();
  for (const label of ['Nombre completo', 'RUT', 'Contraseña', 'Profesión', 'Región', 'Especialidad']) {
    await expect(field(page, label)).toBeDisabled();
  }
  releaseRequest();
  expect((await request).postDataJSON()).toEqual({
    name: 'Ana Pérez Soto',
    rut: '12345678-5',
    email,
    password: PASSWORD,
    profession: 'Enfermeros/as',
    rnpi: '123456',
    city: 'Punta Arenas',
    region: 'Región de Magallanes y de la Antártica Chilena',
  });

  await expect(page).toHaveURL('/login');
  await expect(toast(page)).toContainText('Registro exitoso');
  await expect(toast(page)).toContainText(
    'Tu cuenta ha sido creada correctamente. Por favor, inicia sesión con tus credenciales.',
  );
  expect(await storedTokens(page)).toEqual(NO_TOKENS);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
});

test('el anuncio es el mensaje del servidor, y sin mensaje el propio', async ({ page }) => {
  for (const [json, said] of [
    [{ message: 'Bienvenida, Ana' }, 'Bienvenida, Ana'],
    [{}, 'Tu cuenta ha sido creada correctamente. Por favor, inicia sesión con tus credenciales.'],
  ] as const) {
    await page.route(`**${register.path}`, (route) => route.fulfill({ status: 201, json }), { times: 1 });
    await page.goto('/register');
    await fill(page);
    await submit(page).click();
    await expect(toast(page)).toContainText('Registro exitoso');
    await expect(toast(page)).toContainText(said);
    await expect(page).toHaveURL('/login');
  }
});

test('lo que el servidor rechaza se dice con sus palabras y el formulario queda como estaba', async ({
  page,
  request,
}) => {
  const { email } = await newProfessional(request);
  await page.goto('/register');
  await fill(page, { Email: email.toUpperCase() });
  await submit(page).click();
  await expect(toast(page)).toContainText('Error de registro');
  await expect(toast(page)).toContainText('Ya existe una cuenta con ese email');
  await expect(page).toHaveURL('/register');
  await expect(submit(page)).toHaveText('Crear Cuenta');
  await expect(submit(page)).toBeEnabled();
  await expect(field(page, 'Ciudad')).toHaveValue('Punta Arenas');

  const details = [{ field: 'city', message: 'Esa ciudad no está en la región' }];
  const refusal = { error: 'Revisa los datos ingresados', message: 'Revisa los datos ingresados', details };
  await page.route(`**${register.path}`, (route) => route.fulfill({ status: 400, json: refusal }), { times: 1 });
  await submit(page).click();
  await expectFieldError(field(page, 'Ciudad'), 'Esa ciudad no está en la región');
  await expect(field(page, 'Ciudad')).toBeFocused();
  await expect(toast(page)).toContainText('Revisa los datos ingresados');

  await page.route(`**${register.path}`, (route) => route.abort());
  await field(page, 'Ciudad').fill('Valdivia');
  await submit(page).click();
  await expect(toast(page)).toContainText('Error de registro');
  await expect(toast(page)).toContainText('No se pudo conectar con el servidor');
});
