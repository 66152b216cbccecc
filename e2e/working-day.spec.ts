import { expect, type Locator, type Page } from '@playwright/test';
import { dayIn } from '#contract/days';
import { timeZoneOf } from '#contract/regions';
import { SLOTS } from '#contract/slots';
import { expectAccessible, PHONE, WIDE } from './accessibility-violations.ts';
import { test } from './fixtures.ts';
import { seedAppointment, seedClinicalNote, seedPatient } from './seed.ts';

const MORNING_AND_AFTERNOON = SLOTS.filter(
  (time) => (time >= '09:00' && time < '13:00') || (time >= '14:00' && time < '18:00'),
);

async function box(locator: Locator) {
  const found = await locator.boundingBox();
  if (!found) throw new Error(`${locator} is not shown`);
  return found;
}

/** Runs in the page: the elements of its content that scroll by themselves. */
const scrollBoxes = () =>
  [...document.querySelectorAll('main *')].filter(
    (element) =>
      element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY),
  ).length;

const slot = (page: Page, date: string, time: string) => page.locator(`[data-slot="${date} ${time}"]`);

test('la jornada de dieciséis pacientes cabe en una pantalla, con «Iniciar atención» en cada cita de hoy', async ({
  ana,
  request,
}) => {
  const { _id: patientId } = await seedPatient(request, ana, { name: 'Rosa Elena Díaz Mansilla' });
  const date = dayIn(timeZoneOf(ana.user.region), new Date());
  for (const time of MORNING_AND_AFTERNOON) await seedAppointment(request, ana, { patientId, date, time });
  await seedAppointment(request, ana, { patientId, date, time: '20:00', duration: 60 });
  const page = await ana.open('/dashboard/agenda', { viewport: WIDE });
  await expect(page.getByRole('article')).toHaveCount(17);
  await expect(page.getByRole('link', { name: 'Iniciar atención de Rosa Elena Díaz Mansilla' })).toHaveCount(17);
  await expect(page.getByRole('button', { name: 'Cambiar hora de' }).first()).toHaveText('Cambiar hora');
  await expect(page.getByRole('link', { name: 'Importar citas' })).toHaveText('Importar citas');

  await expect(slot(page, date, '08:00')).toBeInViewport({ ratio: 1 });
  await expect(slot(page, date, '17:30'), 'la última cita se ve sin desplazar la página').toBeInViewport({ ratio: 1 });
  const free = (await box(slot(page, date, '08:30'))).height;
  expect(free, 'la mitad de 56').toBe(28);
  expect((await box(slot(page, date, '20:00'))).height, 'una hora mide dos bloques').toBeGreaterThanOrEqual(2 * free);

  await page.setViewportSize(PHONE);
  expect((await box(slot(page, date, '08:30'))).height, 'en el teléfono se toca con el dedo').toBeGreaterThanOrEqual(
    44,
  );
});

test('el inicio es el día: todas las citas en una lista sin cajas que se desplacen, y los borradores al lado', async ({
  ana,
  request,
}) => {
  const patient = await seedPatient(request, ana, { name: 'María Fernanda de los Ángeles Huenchumilla Catrileo' });
  const date = dayIn(timeZoneOf(ana.user.region), new Date());
  const times = SLOTS.slice(0, 25);
  for (const time of times) {
    await seedAppointment(request, ana, { patientId: patient._id, date, time, note: 'Viene con su hija' });
  }
  for (let count = 0; count < 3; count += 1) await seedClinicalNote(request, ana, patient, { reason: 'Control' });
  const page = await ana.open('/dashboard', { viewport: WIDE });
  const start = page.getByRole('link', { name: /^Iniciar atención de María Fernanda/ });
  await expect(start).toHaveCount(25);
  const drafts = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Borradores sin finalizar' }) });
  const day = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Tu día' }) });
  await expect(drafts.getByRole('link')).toHaveCount(3);
  expect(await page.evaluate(scrollBoxes)).toBe(0);
  const [left, right] = [await box(day), await box(drafts)];
  expect(right.x, 'los borradores al lado').toBeGreaterThan(left.x + left.width);
  expect(right.y).toBe(left.y);
  await expectAccessible(page, WIDE);

  await page.setViewportSize(PHONE);
  const [above, below] = [await box(day), await box(drafts)];
  expect(below.y, 'en el teléfono, debajo').toBeGreaterThan(above.y + above.height);
  expect(await page.evaluate(scrollBoxes)).toBe(0);
  expect((await box(start.first())).height).toBeGreaterThanOrEqual(44);
});
