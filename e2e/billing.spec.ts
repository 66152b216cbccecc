import { expect, type Page } from '@playwright/test';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { consoleErrorsOf } from './console-errors.ts';
import { test } from './fixtures.ts';
import { seedPatient } from './seed.ts';
import { toast } from './toast.ts';

const TAB = '/dashboard/configuracion?tab=suscripcion';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const payButton = (page: Page) => button(page, 'Pagar con Mercado Pago');
const fact = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
const badge = (page: Page, text: string) => page.getByRole('tabpanel').getByText(text, { exact: true });
const payments = (page: Page) => page.getByRole('list', { name: 'Pagos' }).getByRole('listitem');

test('del plan elegido al pago: rechazado, pendiente y aprobado, y una recarga no repite el aviso', async ({
  ana,
  request,
}) => {
  await seedPatient(request, ana);
  const page = await ana.newPage();
  const consoleErrors = consoleErrorsOf(page);
  await page.goto(TAB);
  await test.step('sin plan se ve la prueba gratuita', async () => {
    await expect(badge(page, 'Prueba Gratuita')).toBeVisible();
    await expect(fact(page, 'Pacientes')).toContainText('1 / 1');
    await expect(page.getByText(/quien administra esta instalación otorga los planes/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('un pago rechazado y uno pendiente quedan en el historial y no cambian el plan', async () => {
    await payButton(page).click();
    await expect(page).toHaveURL(/\/pago-de-prueba\/[0-9a-f-]{36}$/);
    await expect(page).toHaveTitle(/^Pago de prueba/);
    await expect(fact(page, 'Descripción')).toContainText('Plan Profesional mensual');
    await expect(fact(page, 'Monto')).toContainText('$3.990 CLP');
    await expect(fact(page, 'Correo')).toContainText(ana.user.email);
    await expectAccessible(page);
    await button(page, 'Rechazar pago').click();
    await expect(toast(page)).toContainText('Pago Rechazado');
    await expect(page).toHaveURL(TAB);
    await expect(badge(page, 'Prueba Gratuita')).toBeVisible();
    await expect(payments(page)).toHaveText([/Plan Profesional mensual.*\$3\.990 CLP.*Rechazado/]);

    await payButton(page).click();
    await button(page, 'Dejar pendiente').click();
    await expect(toast(page)).toContainText('Pago Pendiente');
    await expect(page).toHaveURL(TAB);
    await expect(badge(page, 'Prueba Gratuita')).toBeVisible();
    await expect(payments(page)).toHaveText([/Pendiente/, /Rechazado/]);
  });

  await test.step('solo con el teclado, desde el teléfono: elegir, pagar y aprobar', async () => {
    await page.setViewportSize(PHONE);
    await page.getByRole('radio', { name: 'Mensual' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'Anual' })).toBeChecked();
    await expect(page.getByText('$37.990 CLP una sola vez, por un año')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(payButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(fact(page, 'Descripción')).toContainText('Plan Profesional anual');
    await page.getByRole('main').focus();
    await page.keyboard.press('Tab');
    await expect(button(page, 'Aprobar pago')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('¡Pago Exitoso!');
    await expect(page).toHaveURL(TAB);
  });

  await test.step('el plan pagado se ve completo', async () => {
    await expect(badge(page, 'Plan Profesional')).toBeVisible();
    await expect(fact(page, 'Pacientes')).toContainText('1 / ∞');
    await expect(fact(page, 'Vence')).toContainText(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/);
    await expect(fact(page, 'Días restantes')).toContainText(/36[56] días/);
    await expect(fact(page, 'Estado')).toContainText('Activo');
    await expect(payments(page).first()).toHaveText(/Plan Profesional anual.*\$37\.990 CLP.*Aprobado/);
    await expectAccessible(page);
    await page.reload();
    await expect(fact(page, 'Estado')).toContainText('Activo');
    await expect(payments(page)).toHaveText([/Aprobado/, /Pendiente/, /Rechazado/]);
    await expect(toast(page)).toHaveCount(0);
    expect(consoleErrors).toEqual([]);
  });
});
