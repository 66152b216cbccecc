import { readFile } from 'node:fs/promises';
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { z } from 'zod';
import { createCharge, type NewCharge } from '#contract/charges';
import { addDays, dayIn, formatDay } from '#contract/days';
import { expectAccessible, PHONE } from './accessibility-violations.ts';
import { type Person, test } from './fixtures.ts';
import { profileAddress, seedPatient } from './seed.ts';
import { toast } from './toast.ts';

const TODAY = dayIn('America/Santiago', new Date());
const LONG_NAME = 'María Fernanda de los Ángeles Huenchumilla-Valenzuela Goycoolea';

async function seedCharge(
  request: APIRequestContext,
  { accessToken }: Person,
  patientId: string,
  details: Partial<z.input<typeof NewCharge>> = {},
): Promise<void> {
  const reply = await request.post(createCharge.path, {
    headers: { authorization: `Bearer ${accessToken}` },
    data: { patientId, concept: 'Consulta', amount: 25_000, date: TODAY, ...details },
  });
  expect(reply.status(), 'cobrar').toBe(201);
}
const paid = (amount: number, method: 'cash' | 'transfer' = 'cash') => ({ amount, method, date: TODAY });
const table = (page: Page) => page.getByRole('table', { name: 'Cobros' });

test('los cobros del mes se ven con sus totales, y se filtran', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana, { name: 'Rosa Díaz' });
  await seedCharge(request, ana, rosa._id, { payment: paid(25_000, 'transfer') });
  await seedCharge(request, ana, rosa._id, { concept: 'Informe', amount: 40_000, payment: paid(10_000) });
  const page = await ana.open('/dashboard');
  await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Cobros' }).click();
  await expect(table(page).getByRole('row')).toHaveCount(3);
  await expect(page.getByText('2 cobros')).toBeVisible();
  const totals = page.getByRole('definition');
  await expect(totals).toContainText(['$65.000', '$35.000', '$30.000', '$10.000', '$25.000']);
  await page.getByLabel('Estado de los cobros').selectOption('Pago parcial');
  await expect(table(page).getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/estado=parcial/);
  await page.getByLabel('Estado de los cobros').selectOption('Todos los estados');
  await page.getByRole('searchbox', { name: 'Buscar cobros' }).fill('informe');
  await expect(table(page).getByRole('row')).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Buscar cobros' }).fill('');
  await page.getByRole('link', { name: 'Día', exact: true }).click();
  await expect(table(page).getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Día anterior' }).click();
  await expect(page.getByText('Sin cobros en este período')).toBeVisible();
});

test('el folio de la boleta saca al cobro de los que no la tienen', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana, { name: 'Rosa Díaz' });
  await seedCharge(request, ana, rosa._id, { payment: paid(25_000) });
  const page = await ana.open('/dashboard/cobros');
  await page.getByLabel('Sin boleta').check();
  await expect(page.getByRole('link', { name: /^Emitir boleta en el SII/ })).toHaveAttribute(
    'href',
    'https://www.sii.cl/servicios_online/1040-1287.html',
  );
  await page.getByRole('button', { name: /^Rosa Díaz, Consulta/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cobro' });
  await dialog.getByLabel('Boleta de honorarios N°').fill('1024');
  await dialog.getByLabel('Boleta de honorarios N°').press('Enter');
  await expect(toast(page)).toContainText('Folio de la boleta guardado');
  // Escape closes a toast first while it is shown.
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).press('Enter');
  await expect(page.getByText('Ningún cobro coincide')).toBeVisible();
  await page.getByLabel('Sin boleta').uncheck();
  await expect(table(page)).toContainText('1024');
});

test('el mes se exporta como lo abre Excel en español', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana, { name: 'Rosa Díaz' });
  await seedCharge(request, ana, rosa._id, { payment: paid(25_000) });
  const page = await ana.open('/dashboard/cobros');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar mes' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`cobros-${TODAY.slice(0, 7)}.csv`);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text).toContain(';');
  expect(text).toContain('Rosa Díaz');
});

test('lo pendiente se ve por antigüedad, y se recuerda con el mensaje propio', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana, { name: 'Rosa Díaz', phone: '+56 9 1234 5678' });
  await seedCharge(request, ana, rosa._id, { date: addDays(TODAY, -70) });
  await seedCharge(request, ana, rosa._id, { amount: 10_000 });
  const page = await ana.open('/dashboard/configuracion/agenda#pagos-pendientes');
  const card = page.locator('#pagos-pendientes');
  await card.getByLabel('Texto del recordatorio de pago').fill('Hola {paciente}, quedan {monto}.');
  await card.getByRole('button', { name: 'Guardar mensaje' }).click();
  await expect(toast(page)).toContainText('Mensaje guardado correctamente');
  await page.goto('/dashboard/cobros?parte=pendientes');
  const row = page.getByRole('listitem').filter({ hasText: 'Rosa Díaz' });
  await expect(row).toContainText(`Más de 60 días2 cobros desde el ${formatDay(addDays(TODAY, -70))}`);
  await expect(row).toContainText('$35.000');
  await row.getByRole('button', { name: 'Recordar a Rosa Díaz' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recordar pago pendiente' });
  await expect(dialog).toContainText('Hola Rosa, quedan $35.000.');
  // Nobody is called: the tab is kept from the network.
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  const opened = page.context().waitForEvent('page');
  await dialog.getByRole('button', { name: 'Enviar por WhatsApp' }).click();
  const tab = await opened;
  await tab.waitForURL(/^https:\/\/wa\.me\/56912345678\?text=Hola%20Rosa/);
  await expect(row).toContainText('WhatsApp enviado hoy');
});

test('la ficha muestra lo que el paciente debe', async ({ ana, request }) => {
  const rosa = await seedPatient(request, ana, { name: 'Rosa Díaz' });
  await seedCharge(request, ana, rosa._id, { payment: paid(5000) });
  const page = await ana.open(profileAddress(rosa));
  const card = page.locator('#cobros');
  await expect(card).toContainText('Pendiente: $20.000');
  await card.getByRole('button', { name: /Consulta.*\$25\.000/ }).click();
  await expect(page.getByRole('dialog', { name: 'Cobro' })).toContainText('Rosa Díaz');
});

test('en el teléfono «Ver cobros» lleva a los cobros de la ficha, y ningún monto se corta', async ({
  ana,
  request,
}) => {
  const patient = await seedPatient(request, ana, { name: LONG_NAME });
  await seedCharge(request, ana, patient._id, { amount: 100_000_000, payment: paid(1000) });
  await seedCharge(request, ana, patient._id, { amount: 100_000_000, concept: 'Informe' });
  const page = await ana.open('/dashboard/cobros?parte=pendientes', { viewport: PHONE, hasTouch: true });
  await page.getByRole('link', { name: `Ver cobros de ${LONG_NAME}, en su ficha` }).tap();
  const card = page.locator('#cobros');
  await expect(card).toBeFocused();
  await expect(card.getByRole('heading', { name: 'Cobros' })).toBeInViewport();
  await expect(card).toContainText('(faltan $99.999.000)');
  expect(await linesOfAmounts(card)).toEqual([1, 1, 1, 1]);
});

/** On how many lines each amount stands. */
const linesOfAmounts = (part: Locator) =>
  part.evaluate((element) => {
    const lines: number[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data } = texts.currentNode as Text;
      const amount = /\$[\d.]+/.exec(data);
      if (!amount) continue;
      const range = document.createRange();
      range.setStart(texts.currentNode, amount.index);
      range.setEnd(texts.currentNode, amount.index + amount[0].length);
      lines.push(range.getClientRects().length);
    }
    return lines;
  });

test('en el teléfono los cobros y lo pendiente caben, con nombres largos', async ({ ana, request }) => {
  const patient = await seedPatient(request, ana, { name: LONG_NAME });
  await seedCharge(request, ana, patient._id, { amount: 100_000_000, payment: paid(99_000_000) });
  const page = await ana.open('/dashboard/cobros', { viewport: PHONE, hasTouch: true });
  await expect(table(page)).toContainText('$1.000.000');
  await expectAccessible(page, PHONE);
  await page.getByRole('tab', { name: 'Pendientes' }).tap();
  await expect(page.getByRole('list', { name: 'Pacientes con pagos pendientes' })).toContainText('$1.000.000');
  await expectAccessible(page, PHONE);
});
