import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { z } from 'zod';
import { finalizeClinicalNote, type NewClinicalNote } from '#contract/clinical-notes';
import { fillPath } from '#contract/endpoint';
import { expectAccessible, PHONE, WIDE } from './accessibility-violations.ts';
import { type Person, test } from './fixtures.ts';
import { seedClinicalNote, seedPatient } from './seed.ts';

const DETAILS = { allergies: 'Penicilina', alertas: 'Riesgo de caídas', phone: '+56 9 1234 5678' };

async function openProfile(
  request: APIRequestContext,
  ana: Person,
  notes: Omit<z.input<typeof NewClinicalNote>, 'patientId'>[],
  size = WIDE,
) {
  const patient = await seedPatient(request, ana, DETAILS);
  for (const content of notes) {
    const { _id: id } = await seedClinicalNote(request, ana, patient, content);
    const headers = { authorization: `Bearer ${ana.accessToken}` };
    const reply = await request.post(fillPath(finalizeClinicalNote.path, { id }), { headers });
    expect(reply.status(), 'finalizar la nota').toBe(200);
  }
  const page = await ana.open(`/dashboard/pacientes/${patient._id}`, { viewport: size });
  await expect(heading(page, 'Registro de accesos')).toBeVisible();
  return page;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const card = (page: Page, name: string) => page.locator('section').filter({ has: heading(page, name) });

async function readBox(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('no está a la vista');
  return { ...box, bottom: box.y + box.height };
}

const MEASURED = {
  reason: 'Control',
  measurements: { weightKg: 72.5, heightCm: 172 },
  prescriptions: [{ medicamento: 'Losartán 50 mg', permanente: true }],
};

for (const [notes, count] of [
  ['sin notas', 0],
  ['con una nota', 1],
] as const) {
  test(`en una pantalla ancha una ficha ${notes} no deja media página vacía`, async ({ ana, request }) => {
    const page = await openProfile(request, ana, Array(count).fill(MEASURED));
    const history = await readBox(card(page, 'Historial Clínico'));
    const data = await readBox(card(page, 'Información del Paciente'));
    expect(data.x).toBeLessThan(history.x);
    expect(data.y).toBe(history.y);
    const left = await readBox(card(page, count > 0 ? 'Mediciones' : 'Cobros'));
    const right = await readBox(card(page, 'Registro de accesos'));
    // The column of the data is at least as tall as the screen, so that it stays in sight beside a long history.
    expect(Math.abs(right.bottom - left.bottom)).toBeLessThan(150);
    await expectAccessible(page);
  });
}

test('junto a un historial largo los datos siguen a la vista', async ({ ana, request }) => {
  const page = await openProfile(request, ana, Array(12).fill({ reason: 'Control', anamnesis: 'Sin novedades' }));
  await page.mouse.move(WIDE.width / 2, WIDE.height / 2);
  await page.mouse.wheel(0, 1200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1200);
  await expect(page.getByRole('button', { name: 'Editar Paciente' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Nueva Cita' })).toBeInViewport({ ratio: 1 });
});

test('en el teléfono la ficha empieza con lo importante y el historial, y los enlaces llevan a cada parte', async ({
  ana,
  request,
}) => {
  const page = await openProfile(request, ana, [MEASURED], PHONE);
  const order = await page.getByRole('heading', { level: 2 }).allTextContents();
  expect(order.slice(0, 4)).toEqual(['Alergias', 'Alertas', 'Medicación actual', 'Historial Clínico']);
  await expect(heading(page, 'Historial Clínico')).toBeInViewport();

  const topBar = await readBox(page.getByRole('banner'));
  const jumps = page.getByRole('navigation', { name: 'Partes de la ficha' });
  for (const [link, title, next] of [
    ['Mediciones', 'Mediciones', 'Ver como tabla'],
    ['Archivos', 'Archivos', 'Agregar archivos'],
  ] as const) {
    await jumps.getByRole('link', { name: link }).focus();
    await page.keyboard.press('Enter');
    await expect(heading(page, title)).toBeFocused();
    await expect(heading(page, title)).toBeInViewport({ ratio: 1 });
    expect((await readBox(heading(page, title))).y).toBeGreaterThan(topBar.bottom);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: next }).or(page.getByLabel(next))).toBeFocused();
  }
  for (const link of await jumps.getByRole('link').all()) {
    const { width, height } = await readBox(link);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  await expect(page.getByRole('link', { name: DETAILS.phone })).toBeVisible();
  await expectAccessible(page, PHONE);
});
