import { expect, type Page } from '@playwright/test';
import { canCreatePatient } from '#contract/patients';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { holdRequest } from './answers.ts';
import { consoleErrorsOf } from './console-errors.ts';
import { test } from './fixtures.ts';
import { holdModule } from './requests.ts';
import { seedPatient } from './seed.ts';

const search = (page: Page) => page.getByRole('dialog', { name: 'Buscar pacientes y páginas' });
const options = (page: Page) => search(page).getByRole('option');

test('con el teclado solo: los primeros pasos, la búsqueda y los atajos', async ({ ana, request }) => {
  const page = await ana.newPage();
  const consoleErrors = consoleErrorsOf(page);
  await page.goto('/dashboard');

  await test.step('el primer paso abre el formulario de un paciente', async () => {
    await expect(page.getByText('0 de 3 hechos')).toBeVisible();
    await page.getByRole('link', { name: 'Agrega tu primer paciente' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Nuevo Paciente' });
    await dialog.getByLabel('Nombre completo').focus();
    // The keys of the shortcuts are letters here.
    await page.keyboard.type('ac/?n');
    await expect(dialog.getByLabel('Nombre completo')).toHaveValue('ac/?n');
    await page.keyboard.press('Control+k');
    await expect(search(page)).toHaveCount(0);
    await dialog.getByLabel('Nombre completo').fill('');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await seedPatient(request, ana, { name: 'Rosa Núñez Ortúzar' });
  await test.step('un paciente se encuentra y se abre desde cualquier página', async () => {
    await page.keyboard.press('i');
    await expect(page.getByText('1 de 3 hechos')).toBeVisible();
    await page.keyboard.press('/');
    await expect(search(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type('nunez');
    await expect(options(page)).toHaveText([/^Rosa Núñez Ortúzar/]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Rosa Núñez Ortúzar' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('sin texto ofrece los pacientes recientes, y Escape devuelve el foco', async () => {
    const opener = page.getByRole('button', { name: 'Agregar Atención' });
    await opener.focus();
    await page.keyboard.press('Control+k');
    await expect(options(page).first()).toHaveText(/^Rosa Núñez Ortúzar/);
    await page.keyboard.press('Escape');
    await expect(search(page)).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

  await test.step('una acción se elige con las flechas', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('nuev');
    await expect(options(page)).toHaveText([/^Nueva cita/, /^Nuevo paciente/]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Nueva Cita' })).toBeVisible();
    await expect(page).toHaveURL('/dashboard/agenda');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('? muestra los atajos', async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toContainText('Nueva cita');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('p');
    await expect(page.getByRole('heading', { level: 1, name: 'Pacientes' })).toBeVisible();
  });
  expect(consoleErrors).toEqual([]);
});

test('en el teléfono la búsqueda es un botón con un ícono, y cabe con sus resultados', async ({ ana }) => {
  const page = await ana.open('/dashboard', { viewport: PHONE, hasTouch: true });
  const button = page.getByRole('button', { name: 'Buscar paciente o RUT' });
  expect((await button.getByText('Buscar').boundingBox())?.width).toBeLessThanOrEqual(1);
  const box = await button.boundingBox();
  expect([box?.width, box?.height]).toEqual([44, 44]);
  await expectAccessible(page, PHONE);
  await page.setViewportSize(PHONE);
  await button.tap();
  await expect(options(page).first()).toBeVisible();
  await search(page).getByRole('button', { name: 'Cerrar la búsqueda' }).tap();
  await expect(search(page)).toHaveCount(0);
});

test('lo que se escribe mientras la búsqueda se carga llega a ella, y no a los atajos', async ({ ana }) => {
  const page = await ana.newPage();
  const release = await holdModule(page, 'search-dialog');
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Agrega tu primer paciente' })).toBeVisible();
  const box = search(page).getByRole('combobox');

  await test.step('Escape la cancela', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('pan');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/dashboard');
  });

  await test.step('tras el botón, la barra espaciadora y Enter no lo aprietan de nuevo', async () => {
    await page.getByRole('button', { name: 'Buscar paciente o RUT' }).click();
    await page.keyboard.type('ana paz');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    release();
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('ana pa');
    // The caret is at the end, and nothing is selected.
    await page.keyboard.type('z');
    await expect(box).toHaveValue('ana paz');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await expect(box).toHaveValue('');
  });
});

test('lo que se escribe mientras un diálogo o una página se cargan no es un atajo', async ({ ana }) => {
  const page = await ana.newPage();
  const releaseShortcuts = await holdModule(page, 'shortcuts-dialog');
  const releasePage = await holdModule(page, 'patients-page');
  const releaseReply = await holdRequest(page, canCreatePatient.path);
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Agrega tu primer paciente' })).toBeVisible();
  await page.keyboard.type('?ana');
  releaseShortcuts();
  await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.type('nana');
  releasePage();
  await expect(page.getByRole('heading', { level: 1, name: 'Pacientes' })).toBeVisible();
  // The form waits for the reply that a patient may be added.
  await expect(page.getByRole('button', { name: 'Nuevo Paciente' })).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.type('ana');
  releaseReply();
  await expect(page.getByRole('dialog', { name: 'Nuevo Paciente' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard/pacientes');
});
