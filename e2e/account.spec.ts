import { expect, type Page } from '@playwright/test';
import { getAccount, updatePersonalInfo } from '#contract/account';
import { PROFESSIONS } from '#contract/professions';
import { REGIONS } from '#contract/regions';
import { PHONE } from './accessibility-violations.ts';
import { consoleErrorsOf } from './console-errors.ts';
import { expectFieldError, expectNoFieldError } from './field-error.ts';
import { test } from './fixtures.ts';
import { holdRequest, recordRequests } from './requests.ts';
import { storedTokens } from './stored-tokens.ts';
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
  await expect(page.getByRole('tab')).toHaveText(['Cuenta', 'Suscripción', 'Firma', 'Seguridad']);
  const place = ['Ciudad', 'Valdivia', 'Región', 'Región de Los Ríos'];
  await expect(facts(page)).toHaveText([
    ...['Nombre', 'Ana Pérez Soto', 'Email', ana.user.email, 'Profesión', 'Médicos/as'],
    ...['Especialidad', 'Medicina familiar', ...place],
  ]);

  await button(page, 'Editar').click();
  await expect(field(page, 'Nombre completo')).toBeFocused();
  await expect(field(page, 'Email')).toHaveValue(ana.user.email);
  await expect(field(page, 'Email')).not.toBeEditable();
  const choices = (label: string) => field(page, label).getByRole('option').allTextContents();
  expect((await choices('Profesión')).slice(1)).toEqual([...PROFESSIONS]);
  expect((await choices('Región')).slice(1)).toEqual([...REGIONS]);
  await field(page, 'Nombre completo').fill('  Ana Pérez de Arce ');
  await field(page, 'Profesión').selectOption('Nutricionistas');
  await field(page, 'Especialidad').fill(' ');
  await field(page, 'Ciudad').fill('Castro');
  await field(page, 'Región').selectOption('Región de Los Lagos');

  const releaseRequest = await holdRequest(page, updatePersonalInfo.path);
  const sent = page.waitForRequest(`**${updatePersonalInfo.path}`);
  await button(page, 'Guardar').click();
  await expect(button(page, 'Guardando...')).toBeDisabled();
  await expect(field(page, 'Ciudad')).toBeDisabled();
  releaseRequest();
  const changed = { name: 'Ana Pérez de Arce', profession: 'Nutricionistas', city: 'Castro' };
  expect((await sent).postDataJSON()).toEqual({ ...changed, region: 'Región de Los Lagos' });
  await expect(toast(page)).toContainText('Éxito');
  await expect(toast(page)).toContainText('Información personal actualizada correctamente');
  const values = ['Ana Pérez de Arce', ana.user.email, 'Nutricionistas', 'Sin registro', 'Castro'];
  await expect(facts(page).and(page.locator('dd'))).toHaveText([...values, 'Región de Los Lagos']);
  await expect(button(page, 'Editar')).toBeFocused();
  await expect(page.getByRole('banner')).toContainText('Ana Pérez de Arce');

  await page.getByRole('link', { name: 'Ficha Austral, ir al inicio' }).click();
  await expect(heading(page)).toContainText('Ana Pérez de Arce');
  await expect(page.getByRole('main')).toContainText('Castro');
  await page.goto(SETTINGS);
  await expect(facts(page)).toContainText(['Nombre', 'Ana Pérez de Arce']);
  expect(consoleErrors).toEqual([]);
});

test('lo que falta se dice bajo su campo y nada se envía; «Cancelar» deja todo como estaba', async ({ ana }) => {
  const page = await ana.open(SETTINGS);
  const sent = recordRequests(page, updatePersonalInfo.path);
  await button(page, 'Editar').click();
  await field(page, 'Nombre completo').fill('   ');
  await field(page, 'Ciudad').fill('');
  await field(page, 'Profesión').selectOption('');
  await field(page, 'Región').selectOption('');
  await button(page, 'Guardar').click();
  await expectFieldError(field(page, 'Nombre completo'), 'El nombre es requerido');
  await expectFieldError(field(page, 'Ciudad'), 'La ciudad es requerida');
  await expectFieldError(field(page, 'Profesión'), 'La profesión es requerida');
  await expectFieldError(field(page, 'Región'), 'La región es requerida');
  await expectNoFieldError(field(page, 'Especialidad'));
  await expect(field(page, 'Nombre completo')).toBeFocused();
  expect(sent).toEqual([]);

  await button(page, 'Cancelar').click();
  await expect(button(page, 'Editar')).toBeFocused();
  await expect(facts(page)).toContainText(['Nombre', 'Ana Pérez Soto']);
  await button(page, 'Editar').click();
  await expect(field(page, 'Nombre completo')).toHaveValue('Ana Pérez Soto');
});

test('salir con datos sin guardar pregunta: quedarse, salir sin ellos o guardarlos', async ({ ana }) => {
  const page = await ana.open(SETTINGS);
  const question = page.getByRole('alertdialog', { name: '¿Salir sin guardar?' });
  const answer = (name: string) => question.getByRole('button', { name, exact: true }).click();
  const goTo = (name: string) => page.getByRole('link', { name, exact: true }).click();
  await button(page, 'Editar').click();
  await goTo('Agenda');
  await expect(heading(page), 'sin cambios no se pregunta').toHaveText('Agenda');

  await goTo('Configuración de Cuenta');
  await button(page, 'Editar').click();
  await field(page, 'Ciudad').fill('Osorno');
  await goTo('Agenda');
  await answer('Seguir editando');
  await expect(field(page, 'Ciudad')).toHaveValue('Osorno');
  await goTo('Agenda');
  await answer('Salir sin guardar');
  await expect(heading(page)).toHaveText('Agenda');

  await goTo('Configuración de Cuenta');
  await expect(facts(page)).toContainText(['Ciudad', 'Valdivia']);
  await button(page, 'Editar').click();
  await field(page, 'Ciudad').fill('');
  await goTo('Pacientes');
  await answer('Guardar y salir');
  await expectFieldError(field(page, 'Ciudad'), 'La ciudad es requerida');
  await field(page, 'Ciudad').fill('  Osorno ');
  await button(page, 'Cerrar sesión').click();
  await answer('Guardar y salir');
  await expect(page).toHaveURL('/');
  expect((await storedTokens(page)).accessToken).toBeNull();
});

test('lo que el servidor rechaza se dice con sus palabras, y sin palabras con las propias', async ({ ana }) => {
  const page = await ana.open(SETTINGS);
  await button(page, 'Editar').click();
  const details = [{ field: 'city', message: 'Esa ciudad no está en la región' }];
  const refusal = { error: 'Revisa los datos ingresados', message: 'Revisa los datos ingresados', details };
  const answer = (status: number, json: object) =>
    page.route(`**${updatePersonalInfo.path}`, (route) => route.fulfill({ status, json }), { times: 1 });
  await answer(400, refusal);
  await button(page, 'Guardar').click();
  await expect(toast(page)).toContainText('Revisa los datos ingresados');
  await expectFieldError(field(page, 'Ciudad'), 'Esa ciudad no está en la región');
  await expect(field(page, 'Ciudad')).toBeFocused();
  await field(page, 'Ciudad').fill('Osorno');
  await answer(500, {});
  await button(page, 'Guardar').click();
  await expect(toast(page)).toContainText('No se pudo actualizar la información personal');
  await expect(field(page, 'Ciudad')).toHaveValue('Osorno');
});

test('si la configuración no carga se dice, y se puede volver a intentar', async ({ ana }) => {
  const page = await ana.newPage();
  await page.route(`**${getAccount.path}`, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(SETTINGS);
  await expect(toast(page)).toContainText('No se pudo cargar la configuración de la cuenta');
  await page.unroute(`**${getAccount.path}`);
  await button(page, 'Volver a intentar').click();
  await expect(facts(page)).toContainText(['Nombre', 'Ana Pérez Soto']);
});

test('la pestaña vive en la dirección, y lo escrito en una espera mientras se mira otra', async ({ ana }) => {
  const page = await ana.open('/dashboard');
  await page.goto(SETTINGS);
  await button(page, 'Editar').click();
  await field(page, 'Ciudad').fill('Futrono');
  await tab(page, 'Seguridad').click();
  await expect(page).toHaveURL(`${SETTINGS}?tab=seguridad`);
  await expect(field(page, 'Contraseña actual')).toBeVisible();
  await expect(field(page, 'Ciudad')).toBeHidden();
  await tab(page, 'Cuenta').click();
  await expect(page).toHaveURL(`${SETTINGS}?tab=cuenta`);
  await expect(field(page, 'Ciudad')).toHaveValue('Futrono');

  await tab(page, 'Firma').click();
  await page.reload();
  await expect(tab(page, 'Firma')).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page, 'cambiar de pestaña no llena el historial').toHaveURL('/dashboard');

  for (const [address, name] of [
    ['?tab=suscripcion', 'Suscripción'],
    ['?tab=otra', 'Cuenta'],
    ['?payment=otra', 'Suscripción'],
  ]) {
    await page.goto(SETTINGS + address);
    await expect(page.getByRole('tab', { selected: true })).toHaveText(name ?? '');
  }
});

test('una administradora sin datos profesionales ve lo que hay y puede completarlos', async ({ admin }) => {
  const page = await admin.open(SETTINGS);
  await expect(facts(page)).toContainText(['Email', admin.user.email]);
  await button(page, 'Editar').click();
  await button(page, 'Guardar').click();
  await expect(page.getByRole('tabpanel', { name: 'Cuenta' })).toContainText('La ciudad es requerida');
});

test('las cuatro pestañas caben en el teléfono', async ({ ana }) => {
  const page = await ana.open(SETTINGS, { viewport: PHONE, reducedMotion: 'reduce' });
  await expect(facts(page)).toContainText(['Nombre', 'Ana Pérez Soto']);
  for (const name of ['Cuenta', 'Suscripción', 'Firma', 'Seguridad']) {
    const box = await tab(page, name).boundingBox();
    expect(box?.height, name).toBeGreaterThanOrEqual(44);
    expect(box?.x, name).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(PHONE.width);
  }
});
