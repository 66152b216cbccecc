import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { changeAppointment, listAppointments } from '#contract/agenda';
import { dayIn } from '#contract/days';
import { fillPath } from '#contract/endpoint';
import { timeZoneOf } from '#contract/regions';
import { createService } from '#contract/services';
import { expectAccessible, PHONE, WIDE } from './accessibility-violations.ts';
import { test as base, newEmail, PASSWORD, type Person } from './fixtures.ts';
import { invite } from './invite.ts';
import { grantPaidPlan, seedAppointment, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

interface Visit {
  ana: Person;
  /** The day of the visit, today. */
  day: string;
}

/** A service of $25.000 and a visit of today with it, which was attended. */
async function seedVisit(request: APIRequestContext, ana: Person): Promise<Visit> {
  const headers = { authorization: `Bearer ${ana.accessToken}` };
  const day = dayIn(timeZoneOf(ana.user.region), new Date());
  const service = await request.post(createService.path, {
    headers,
    data: { name: 'Control', duration: 30, price: 25_000, modality: 'in-person', bookable: false },
  });
  expect(service.status(), 'crear el servicio').toBe(201);
  const { _id: serviceId } = await service.json();
  const { _id: patientId } = await seedPatient(request, ana, { name: 'Rosa Díaz' });
  await seedAppointment(request, ana, { patientId, serviceId, date: day, time: '21:30' });
  const [appointment] = await (await request.get(`${listAppointments.path}?date=${day}`, { headers })).json();
  const attended = await request.patch(fillPath(changeAppointment.path, { id: appointment._id }), {
    headers,
    data: { status: 'attended' },
  });
  expect(attended.status(), 'marcar como atendida').toBe(200);
  return { ana, day };
}

const test = base.extend<{ visit: Visit }>({
  visit: async ({ ana, request }, use) => use(await seedVisit(request, ana)),
});

const card = (page: Page): Locator => page.getByRole('article', { name: /Rosa Díaz/ });
const sign = (page: Page): Locator => card(page).getByRole('button', { name: /ver el cobro a Rosa Díaz/ });
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

test('cobrar una cita atendida: con el nombre y el precio de su servicio, pagada de inmediato', async ({ visit }) => {
  const page = await visit.ana.open('/dashboard/agenda');
  await card(page).getByRole('button', { name: 'Cobrar a Rosa Díaz' }).click();
  const form = dialog(page, 'Cobrar');
  await expect(form.getByLabel('Concepto')).toHaveValue('Control');
  await expect(form.getByLabel('Monto en pesos')).toHaveValue('25.000');
  await expect(form.getByLabel('Monto pagado')).toHaveValue('25.000');
  await expectAccessible(page, WIDE);
  await page.setViewportSize(PHONE);
  await expectAccessible(page, PHONE);
  await page.setViewportSize(WIDE);

  await form.getByRole('radio', { name: 'Bono' }).check();
  await form.getByRole('button', { name: 'Registrar cobro' }).click();
  await expect(form.getByText('Escribe el folio del bono')).toBeVisible();
  await form.getByLabel('Folio del bono').fill('778899');
  await form.getByRole('button', { name: 'Registrar cobro' }).click();
  await expect(toast(page)).toContainText('Cobro registrado correctamente');
  await expect(sign(page)).toContainText('Pagado');

  await page.goto('/dashboard/agenda?vista=semana');
  await expect(card(page).getByRole('img', { name: 'Pagado' })).toBeVisible();
});

test('pago parcial y después el resto, con el teclado', async ({ visit }) => {
  const page = await visit.ana.open('/dashboard/agenda');
  await card(page).getByRole('button', { name: 'Cobrar a Rosa Díaz' }).press('Enter');
  const form = dialog(page, 'Cobrar');
  await expect(form.getByLabel('Monto pagado')).toHaveValue('25.000');
  await form.getByRole('radio', { name: 'Efectivo' }).press('Space');
  await form.getByLabel('Monto pagado').fill('10.000');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Cobro registrado correctamente');
  await expect(sign(page)).toContainText('Pendiente $15.000');

  await sign(page).press('Enter');
  const charge = dialog(page, 'Cobro');
  await expect(charge.getByText('Pago parcial')).toBeVisible();
  await charge.getByRole('button', { name: 'Registrar pago' }).press('Enter');
  const payment = dialog(page, 'Registrar pago');
  await expect(payment.getByLabel('Monto pagado')).toHaveValue('15.000');
  await payment.getByRole('radio', { name: 'Transferencia' }).press('Space');
  await payment.getByRole('button', { name: 'Guardar' }).press('Enter');
  await expect(toast(page)).toContainText('Pago registrado correctamente');
  await expect(charge.getByRole('list', { name: 'Pagos' }).getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page, WIDE);
  await page.setViewportSize(PHONE);
  await expectAccessible(page, PHONE);
  await page.setViewportSize(WIDE);
  // Escape closes a toast first while it is shown.
  await charge.getByRole('button', { name: 'Cerrar', exact: true }).press('Enter');
  await expect(sign(page)).toContainText('Pagado');
  await expect(sign(page)).toBeFocused();
});

test('anular con motivo: el pago queda tachado, y el cobro sin pagos se anula', async ({ visit }) => {
  const page = await visit.ana.open('/dashboard/agenda');
  await card(page).getByRole('button', { name: 'Cobrar a Rosa Díaz' }).click();
  const form = dialog(page, 'Cobrar');
  await expect(form.getByLabel('Monto pagado')).toHaveValue('25.000');
  await form.getByRole('radio', { name: 'Débito' }).check();
  await form.getByRole('button', { name: 'Registrar cobro' }).click();
  await sign(page).click();
  const charge = dialog(page, 'Cobro');
  await charge.getByRole('button', { name: /^Anular el pago de \$25\.000/ }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Sí, anular pago' }).click();
  await expect(question.getByText('Escribe el motivo')).toBeVisible();
  await question.getByLabel('Motivo').fill('Era de otra paciente');
  await expectAccessible(page, WIDE);
  await question.getByRole('button', { name: 'Sí, anular pago' }).click();
  await expect(toast(page)).toContainText('Pago anulado');
  await expect(charge.getByRole('list', { name: 'Pagos' })).toContainText('«Era de otra paciente»');

  await charge.getByRole('button', { name: 'Anular cobro' }).click();
  await question.getByLabel('Motivo').fill('La consulta no se cobra');
  await question.getByRole('button', { name: 'Sí, anular cobro' }).click();
  await expect(toast(page)).toContainText('Cobro anulado');
  await expect(charge.getByText(/«La consulta no se cobra»/)).toBeVisible();
  await charge.getByRole('button', { name: 'Cerrar', exact: true }).press('Enter');
  await expect(card(page).getByRole('button', { name: 'Cobrar a Rosa Díaz' })).toBeVisible();
});

test('una secretaría sin permiso no ve dinero, y con permiso cobra', async ({ visit, request, signIn }) => {
  // The free plan has one assistant.
  await grantPaidPlan(visit.ana);
  const reception = async (canCharge: boolean) => {
    const email = newEmail();
    await invite(request, visit.ana, email, { canCharge });
    const marta = await signIn(email, PASSWORD);
    return marta.open(`/dashboard/agenda?profesional=${visit.ana.user._id}`);
  };
  const page = await reception(true);
  await card(page).getByRole('button', { name: 'Cobrar a Rosa Díaz' }).click();
  const form = dialog(page, 'Cobrar');
  await expect(form.getByLabel('Monto en pesos')).toHaveValue('25.000');
  await form.getByRole('radio', { name: 'Queda pendiente' }).check();
  await form.getByRole('button', { name: 'Registrar cobro' }).click();
  await expect(sign(page)).toContainText('Pendiente $25.000');

  const other = await reception(false);
  await expect(card(other)).toBeVisible();
  await card(other)
    .getByRole('button', { name: /estado de la cita/ })
    .click();
  await expect(other.getByRole('menuitem', { name: 'Recordatorios' })).toBeVisible();
  await expect(other.getByText(/\$25\.000|Cobrar|Ver cobro|Pendiente/)).toHaveCount(0);
});
