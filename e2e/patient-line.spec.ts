import { expect, type Page } from '@playwright/test';
import { createAppointment } from '#contract/agenda';
import { dayIn } from '#contract/days';
import { timeZoneOf } from '#contract/regions';
import { PHONE, WIDE } from './accessibility-violations.ts';
import { test } from './fixtures.ts';
import { seedClinicalNote, seedPatient } from './seed.ts';

const LONG_NAME = 'María Fernanda de los Ángeles Huenchumilla-Valenzuela Goycoolea Peñaloza';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const line = (page: Page) => page.getByRole('region', { name: 'Edad, alergias y alertas' });
const name = (page: Page) => page.getByTitle(LONG_NAME);

const fieldTop = async (page: Page, label: string) => (await field(page, label).boundingBox())?.y ?? 0;

test('el paciente, lo guardado y los botones siguen a la vista; en un teléfono se pliegan al escribir', async ({
  ana,
  request,
}) => {
  const details = { name: LONG_NAME, allergies: 'Penicilina', alertas: 'Riesgo de caídas' };
  const patient = await seedPatient(request, ana, details);
  const { _id: patientId, age } = patient;
  const date = dayIn(timeZoneOf(ana.user.region), new Date());
  const booking = await request.post(createAppointment.path, {
    headers: { authorization: `Bearer ${ana.accessToken}` },
    data: { patientId, date, time: '21:30', note: 'Primera vez' },
  });
  const { _id: appointmentId } = await booking.json();
  const note = await seedClinicalNote(request, ana, patient, { reason: 'Control', appointmentId });
  const page = await ana.open(`/dashboard/pacientes/${patientId}/atencion/${note._id}`, { viewport: WIDE });

  await test.step('en una pantalla ancha, también al final de la nota', async () => {
    await expect(line(page)).toContainText(`${age} años · Alergias: Penicilina`);
    await page.getByText('Indicaciones de uso').scrollIntoViewIfNeeded();
    for (const text of ['Alertas: Riesgo de caídas', 'Cita: Primera vez']) {
      await expect(line(page).getByText(text)).toBeInViewport();
    }
    await expect(name(page)).toBeInViewport();
    await expect(page.getByText(/^Guardado hace/)).toBeInViewport();
    await expect(button(page, 'Guardar')).toBeInViewport();
    await expect(button(page, 'Guardar Permanentemente')).toBeInViewport();
  });

  await test.step('con el teclado, ningún campo queda detrás de la barra', async () => {
    for (const label of ['Planes e Indicaciones', 'Medicamento', 'Anamnesis']) {
      // The field is behind the bar.
      await field(page, label).evaluate((element) => scrollBy({ top: element.getBoundingClientRect().top - 90 }));
      await field(page, label).focus();
      const bar = await line(page).boundingBox();
      expect(await fieldTop(page, label)).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
    }
  });

  await test.step('en un teléfono', async () => {
    await page.setViewportSize(PHONE);
    await page.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      scrollTo({ top: 200 });
    });
    await expect(button(page, 'Guardar Permanentemente')).toBeInViewport();
    const before = await fieldTop(page, 'Anamnesis');
    await field(page, 'Anamnesis').click();
    await expect(button(page, 'Guardar Permanentemente')).toBeHidden();
    await expect(line(page)).toBeHidden();
    expect(await fieldTop(page, 'Anamnesis'), 'el campo no se mueve bajo el dedo').toBe(before);
    const folded = name(page).locator('..');
    expect((await folded.boundingBox())?.height).toBeLessThanOrEqual(56);
    await page.keyboard.type('Refiere cefalea');
    await expect(folded).toContainText(/Cambios sin guardar|Guardando|Guardado/);

    await folded.getByRole('button', { name: 'Guardar' }).click();
    await expect(folded).toContainText('Guardado hace un momento');
    await expect(field(page, 'Anamnesis')).toBeFocused();
    await page.keyboard.type(' nocturna');
    await expect(field(page, 'Anamnesis')).toHaveValue('Refiere cefalea nocturna');

    await field(page, 'Anamnesis').blur();
    await expect(line(page)).toContainText('Alergias: Penicilina');
    await expect(button(page, 'Guardar Permanentemente')).toBeInViewport();
  });
});

test('el certificado y la adenda también muestran de quién son', async ({ ana, request }) => {
  const patient = await seedPatient(request, ana, { name: LONG_NAME, allergies: 'Penicilina' });
  const page = await ana.open(`/dashboard/pacientes/${patient._id}/certificado`);
  await expect(name(page)).toBeVisible();
  await expect(line(page)).toContainText('Alergias: Penicilina');
  const note = await seedClinicalNote(request, ana, patient, { reason: 'Control' });
  const headers = { authorization: `Bearer ${ana.accessToken}` };
  await request.post(`/api/clinical-notes/${note._id}/finalize`, { headers });
  await page.goto(`/dashboard/pacientes/${patient._id}/atencion/${note._id}`);
  await button(page, 'Agregar adenda').click();
  await expect(name(page)).toBeInViewport();
  await expect(line(page)).toContainText('Alergias: Penicilina');
});
