import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { type ClinicalNote, listClinicalNotes, updateClinicalNote } from '#contract/clinical-notes';
import { fillPath } from '#contract/endpoint';
import type { Patient } from '#contract/patients';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { test } from './fixtures.ts';
import { seedPatient } from './seed.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const reason = (page: Page) => field(page, 'Motivo de Consulta');
const keptTexts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('unsaved:')).length);

async function reasonsOf(request: APIRequestContext, { accessToken }: { accessToken: string }, { _id }: Patient) {
  const headers = { authorization: `Bearer ${accessToken}` };
  const reply = await request.get(fillPath(listClinicalNotes.path, { id: _id }), { headers });
  return ((await reply.json()) as ClinicalNote[]).map((one) => one.reason);
}

test('una pestaña duplicada escribe la misma nota, ninguna pisa a la otra, y cerrar sesión borra lo no guardado', async ({
  ana,
  request,
}) => {
  const rosa = await seedPatient(request, ana);
  const first = await ana.open(`/dashboard/pacientes/${rosa._id}/atencion`);
  await reason(first).fill('Control');
  await expect.poll(() => keptTexts(first)).toBe(1);
  // A tab that another one opens begins with a copy of its session storage, as a duplicated one does.
  const opened = first.waitForEvent('popup');
  await first.evaluate(() => void window.open(location.href));
  const second = await opened;
  await expect(second.getByText('Recuperamos lo que habías escrito')).toBeVisible();
  await expect(reason(second)).toHaveValue('Control');

  await button(first, 'Guardar').click();
  await expect(heading(first)).toHaveText('Editar Nota Clínica');
  await reason(second).fill('Control de presión');
  await button(second, 'Guardar').click();
  await expect(second.getByRole('dialog', { name: 'Esta nota cambió en otra ventana' })).toBeVisible();
  await expect(field(second, 'La otra versión')).toHaveValue('Motivo de Consulta\nControl');
  expect(await reasonsOf(request, ana, rosa)).toEqual(['Control']);
  await expectAccessible(second, PHONE);
  await button(second, 'Conservar lo mío').click();
  await expect(second).toHaveURL(first.url());
  await expect.poll(() => reasonsOf(request, ana, rosa)).toEqual(['Control de presión']);
  await expect(second.getByText('Guardado hace un momento')).toBeVisible();

  await test.step('cerrar sesión en una pestaña borra lo que otra tenía sin guardar', async () => {
    await second.route(`**${fillPath(updateClinicalNote.path, { id: '*' })}`, (route) => route.abort());
    await reason(second).fill('Secreto de Ana');
    await expect(second.getByText('Sin conexión: se guardará al volver').first()).toBeVisible();
    await expect.poll(() => keptTexts(second)).toBe(1);
    await button(first, 'Cerrar sesión').click();
    await expect(second).toHaveURL('/login');
    expect(await keptTexts(second)).toBe(0);
  });
});
