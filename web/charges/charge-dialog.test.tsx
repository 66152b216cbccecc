import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Charge } from '#contract/charges';
import {
  addChargePayment,
  getCharge,
  getChargeDiagnosis,
  putChargeDiagnosis,
  putInvoiceNumber,
  refundChargePayment,
  updateCharge,
  voidCharge,
  voidChargePayment,
} from '#contract/charges';
import { cie10Stats, searchCie10 } from '#contract/cie10';
import { ERRORS } from '#contract/errors';
import { AGENDA, dialog, question } from '#web/testing/agenda-server.ts';
import { ATTENDED, chargesServer, chargeWith, paymentWith } from '#web/testing/charges-server.ts';
import { fillFields } from '#web/testing/form-fields.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';

const ofVisit = (details: Partial<Charge> = {}) => chargeWith({ appointmentId: ATTENDED._id, ...details });

async function openCharge(charge: Charge, server = chargesServer([charge])) {
  const app = await openApp(AGENDA, server);
  await app.user.click(await screen.findByRole('button', { name: /: ver el cobro a Rosa Díaz/ }));
  const view = await dialog('Cobro');
  await view.findByText(charge.concept);
  expect(view.getByText('Rosa Díaz')).toBeVisible();
  return { ...app, server, view };
}

const focused = () => document.activeElement as HTMLElement | null;

const press = async ({ user, view }: Awaited<ReturnType<typeof openCharge>>, name: string) =>
  user.click(await view.findByRole('button', { name }));

test('two payments make it paid, and each says by whom and when it was registered', async () => {
  const page = await openCharge(ofVisit({ payments: [paymentWith({ amount: 10_000 })] }));
  await press(page, 'Registrar pago');
  const form = await dialog('Registrar pago');
  expect(form.getByText('Pendiente: $15.000')).toBeVisible();
  expect(form.getByLabelText('Monto pagado')).toHaveValue('15.000');
  await page.user.click(form.getByRole('radio', { name: 'Débito' }));
  await page.user.click(form.getByRole('button', { name: 'Guardar' }));
  await expectToast('Pago registrado correctamente');
  expect(page.server.requests(addChargePayment).map(({ body }) => body)).toMatchObject([
    { amount: 15_000, method: 'debit', pending: 15_000 },
  ]);
  expect(await page.view.findByText('Pagado', { selector: 'span' })).toBeVisible();
  // Its button is gone: the focus stays in the dialog of the charge.
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Cobro' })).toContainElement(focused()));
  const payments = page.view.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(payments).toHaveLength(2);
  expect(payments[0]).toMatch(/\$10\.000 · Efectivo · 16\/11\/2026.*Ana Pérez Soto/);
  expect(page.view.queryByRole('button', { name: 'Registrar pago' })).not.toBeInTheDocument();
});

test('a charge whose deposit is kept is corrected, and is not voided', async () => {
  const deposit = paymentWith({ amount: 10_000, method: 'online' });
  const page = await openCharge(ofVisit({ payments: [deposit] }));
  expect(page.view.queryByRole('button', { name: 'Anular cobro' })).not.toBeInTheDocument();
  await press(page, 'Editar');
  const form = await dialog('Editar cobro');
  fillFields({ 'Monto en pesos': '10000' });
  await page.user.click(form.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(page.server.requests(updateCharge)).toMatchObject([{ body: { amount: 10_000 } }]));
  expect(await page.view.findByText('Pagado', { selector: 'span' })).toBeVisible();
});

test('when somebody else has paid meanwhile, the form says what is pending now and sends that', async () => {
  const charge = ofVisit();
  const page = await openCharge(charge);
  await press(page, 'Registrar pago');
  const form = await dialog('Registrar pago');
  await page.user.click(form.getByRole('radio', { name: 'Efectivo' }));
  Object.assign(charge, chargeWith({ ...charge, payments: [paymentWith({ amount: 20_000 })] }));
  await page.user.click(form.getByRole('button', { name: 'Guardar' }));
  expect(await form.findByRole('alert')).toHaveTextContent('ahora hay $5.000 pendientes');
  await expectToast(ERRORS.CHARGE_CHANGED.message);
  expect(form.getByRole('radio', { name: 'Efectivo' })).toBeChecked();
  await page.user.click(form.getByRole('button', { name: 'Guardar' }));
  expect(await form.findByText('No puede ser más que lo pendiente: $5.000')).toBeVisible();
  fillFields({ 'Monto pagado': '5000' });
  await page.user.click(form.getByRole('button', { name: 'Guardar' }));
  await expectToast('Pago registrado correctamente');
  expect(page.server.requests(addChargePayment).map(({ body }) => body)).toMatchObject([
    { amount: 25_000, pending: 25_000 },
    { amount: 5_000, pending: 5_000 },
  ]);
});

test('a payment is voided with a reason, stays struck through, and its amount is pending again', async () => {
  const page = await openCharge(ofVisit({ payments: [paymentWith()] }));
  await press(page, 'Anular el pago de $25.000 del 16/11/2026');
  const ask = await question('¿Anular pago?');
  await page.user.click(ask.getByRole('button', { name: 'Sí, anular pago' }));
  expect(await ask.findByText('Escribe el motivo')).toBeVisible();
  fillFields({ Motivo: 'Era de otra paciente' });
  page.server.refuse(voidChargePayment, 'UNEXPECTED', 1);
  await page.user.click(ask.getByRole('button', { name: 'Sí, anular pago' }));
  await expectToast(ERRORS.UNEXPECTED.message);
  expect(ask.getByLabelText('Motivo')).toHaveValue('Era de otra paciente');
  await page.user.click(ask.getByRole('button', { name: 'Sí, anular pago' }));
  await expectToast('Pago anulado');
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Cobro' })).toContainElement(focused()));
  const [row] = page.view.getAllByRole('listitem');
  expect(row).toHaveTextContent(/Anulado el .* por Marta Soto: «Era de otra paciente»/);
  expect(row?.querySelector('.line-through')).toHaveTextContent('$25.000');
  expect(page.view.getByText('Pendiente', { selector: 'span' })).toBeVisible();
});

test('an unpaid charge is corrected or voided, a paid one neither', async () => {
  const page = await openCharge(ofVisit());
  await press(page, 'Editar');
  const form = await dialog('Editar cobro');
  fillFields({ Concepto: 'Control', 'Monto en pesos': '18.000' });
  await page.user.click(form.getByRole('button', { name: 'Guardar' }));
  await expectToast('Cobro guardado correctamente');
  expect(page.server.requests(updateCharge)[0]?.body).toMatchObject({ concept: 'Control', amount: 18_000 });
  await press(page, 'Anular cobro');
  fillFields({ Motivo: 'Se cobró dos veces' });
  await page.user.click((await question('¿Anular cobro?')).getByRole('button', { name: 'Sí, anular cobro' }));
  await expectToast('Cobro anulado');
  expect(page.server.requests(voidCharge)).toHaveLength(1);
  expect(await page.view.findByText(/Anulado el .* por Ana Pérez Soto: «Se cobró dos veces»/)).toBeVisible();
  expect(page.view.queryByRole('button', { name: 'Registrar pago' })).not.toBeInTheDocument();
});

test('a paid charge shows thirty payments, and cannot be corrected before they are void', async () => {
  const payments = Array.from({ length: 30 }, () => paymentWith({ amount: 1000 }));
  const page = await openCharge(ofVisit({ amount: 30_000, payments }));
  expect(page.view.getAllByRole('listitem')).toHaveLength(30);
  expect(page.view.getByText('Para corregir o anular este cobro, anula primero sus pagos.')).toBeVisible();
  for (const name of ['Editar', 'Anular cobro', 'Registrar pago']) {
    expect(page.view.queryByRole('button', { name })).not.toBeInTheDocument();
  }
});

test('the folio of the boleta is kept, and the tax authority is one link away', async () => {
  const page = await openCharge(ofVisit({ payments: [paymentWith()] }));
  expect(await page.view.findByText(/^Le falta el N° de boleta/)).toBeVisible();
  fillFields({ 'Boleta de honorarios N°': ' 1234 ' });
  await press(page, 'Guardar folio');
  await expectToast('Folio de la boleta guardado');
  expect(page.server.requests(putInvoiceNumber).map(({ body }) => body)).toEqual([{ invoiceNumber: '1234' }]);
  expect(page.view.getByLabelText('Boleta de honorarios N°')).toHaveValue('1234');
  await waitFor(() => expect(page.view.queryByText(/^Le falta el N° de boleta/)).not.toBeInTheDocument());
  expect(page.view.getByRole('link', { name: /sitio del SII/ })).toHaveAttribute(
    'href',
    expect.stringContaining('sii.cl'),
  );
});

test('the professional adds a diagnosis to the receipt', async () => {
  const server = chargesServer([ofVisit({ payments: [paymentWith()] })]);
  const code = { _id: 'F32.1', code: 'F32.1', description: 'Episodio depresivo moderado' };
  const chosen = { code: code.code, description: code.description };
  server.reply(cie10Stats, { count: 1 });
  server.reply(searchCie10, [code]);
  server.reply(putChargeDiagnosis, { diagnosis: chosen });
  const page = await openCharge(ofVisit(), server);
  await press(page, 'Agregar diagnóstico');
  const form = await dialog('Diagnóstico del comprobante');
  await page.user.type(form.getByLabelText('Buscar en CIE-10'), 'depresivo');
  await page.user.click(await form.findByRole('option', { name: /F32\.1/ }));
  server.reply(getChargeDiagnosis, { diagnosis: chosen });
  await page.user.click(form.getByRole('button', { name: 'Guardar' }));
  await expectToast('Diagnóstico del comprobante guardado');
  expect(server.requests(putChargeDiagnosis)[0]?.body).toEqual({ diagnosis: chosen });
  expect(await page.view.findByText('Diagnóstico: F32.1 - Episodio depresivo moderado')).toBeVisible();
});

test('an online payment is returned, not voided, and its return is under way', async () => {
  const page = await openCharge(ofVisit({ payments: [paymentWith({ method: 'online' })] }));
  expect(page.view.queryByRole('button', { name: /^Anular/ })).not.toBeInTheDocument();
  await press(page, 'Devolver el pago de $25.000 del 16/11/2026');
  await page.user.click((await question('¿Devolver pago?')).getByRole('button', { name: 'Sí, devolver' }));
  await expectToast('Mercado Pago devolverá el pago');
  expect(page.server.requests(refundChargePayment)).toHaveLength(1);
  expect(await page.view.findByText('Devolución en curso')).toBeVisible();
  expect(page.view.queryByRole('button', { name: /^Devolver/ })).not.toBeInTheDocument();
});

test('a charge that does not load offers another attempt', async () => {
  const server = chargesServer([ofVisit()]);
  const reconnect = server.disconnect(getCharge);
  const { user } = await openApp(AGENDA, server);
  await user.click(await screen.findByRole('button', { name: /: ver el cobro/ }));
  const view = await dialog('Cobro');
  expect(await view.findByText('No se pudo cargar el cobro')).toBeVisible();
  reconnect();
  await user.click(view.getByRole('button', { name: 'Volver a intentar' }));
  await waitFor(() => expect(view.getByText('Consulta')).toBeVisible());
});
