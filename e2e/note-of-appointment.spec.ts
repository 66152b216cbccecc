import { expect } from '@playwright/test';
import { dayIn } from '#contract/days';
import { timeZoneOf } from '#contract/regions';
import { expectAccessible, PHONE, WIDE } from './accessibility-violations.ts';
import { holdRequest } from './answers.ts';
import { confirmFinalizing } from './finalizing.ts';
import { test } from './fixtures.ts';
import { seedAppointment, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

test('de la cita a la nota: «Iniciar atención» en Tu día, y al finalizar la cita queda «Atendida»', async ({
  ana,
  request,
}) => {
  const { _id: patientId } = await seedPatient(request, ana, { allergies: 'Penicilina', alertas: 'Riesgo de caídas' });
  const today = dayIn(timeZoneOf(ana.user.region), new Date());
  // It lasts until midnight, so it is not over whenever the test runs.
  await seedAppointment(request, ana, { patientId, date: today, time: '21:30', duration: 150 });

  const page = await ana.newPage();
  const release = await holdRequest(page, /api\/(appointments|drafts)/);
  await page.goto('/dashboard');
  const below = page.getByRole('link', { name: /^Ver agenda/ });
  const next = page.getByRole('list', { name: 'Citas por atender' });
  await expect(page.getByRole('status', { name: 'Cargando citas' })).toBeVisible();
  const before = await below.boundingBox();
  release();
  await expect(next).toContainText('Penicilina');
  await expect(next).toContainText('Riesgo de caídas');
  await expect(page.getByText('No tienes borradores sin finalizar.')).toBeVisible();
  expect(await below.boundingBox(), 'nada se mueve cuando llegan las respuestas').toEqual(before);

  await test.step('con el teclado', async () => {
    await next.getByRole('link', { name: 'Iniciar atención de Rosa Díaz' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/atencion\?cita=/);
    await page.getByLabel('Motivo de Consulta').fill('Control');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect(page).toHaveURL(/\/atencion\/[\da-f-]{36}$/);
  });

  await test.step('el borrador está junto a Tu día, y «Continuar atención» lo abre', async () => {
    const draft = page.url();
    await page.goto('/dashboard');
    await expect(page.getByRole('link', { name: /Rosa Díaz ?Nota clínica/ })).toBeVisible();
    await expectAccessible(page, WIDE);
    await page.setViewportSize(PHONE);
    await expectAccessible(page, PHONE);
    await page.setViewportSize(WIDE);
    await next.getByRole('link', { name: 'Continuar atención de Rosa Díaz' }).click();
    await expect(page).toHaveURL(draft);
    await page.getByRole('button', { name: 'Guardar Permanentemente' }).click();
    await confirmFinalizing(page);
    await expect(toast(page)).toContainText('Nota clínica finalizada correctamente');
  });

  await page.getByRole('link', { name: 'Agenda', exact: true }).click();
  const card = page.getByRole('article', { name: /Rosa Díaz/ });
  await expect(card.getByRole('button', { name: /^Atendida/ })).toBeVisible();
  await card.getByRole('link', { name: /Rosa Díaz/ }).click();
  await expect(page.getByRole('list', { name: 'Anteriores' })).toContainText('Atendida');
  await expectAccessible(page, WIDE);
});
