import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addChargePayment, createCharge, type NewCharge, type PaymentOfCharge } from '#contract/charges';
import { AGENDA, dialog } from '#web/testing/agenda-server.ts';
import { ATTENDED, chargesServer, chargeWith, withCharges } from '#web/testing/charges-server.ts';
import { clinicalServer, PROFILE } from '#web/testing/clinical-server.ts';
import { fillFields } from '#web/testing/form-fields.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';

test('an answer that is lost charges once; what was written since is refused, and leads to that charge', async () => {
  const server = withCharges(clinicalServer());
  const { user } = await openApp(PROFILE, server);
  await user.click(await screen.findByRole('button', { name: 'Cobrar' }));
  const form = await dialog('Cobrar');
  await form.findByLabelText('Concepto');
  const register = () => user.click(form.getByRole('button', { name: 'Registrar cobro' }));
  fillFields({ Concepto: 'Informe', 'Monto en pesos': '12.000' });
  await user.click(form.getByRole('radio', { name: 'Efectivo' }));
  server.loseAnswer(createCharge, 1);
  await register();
  await expectToast('No se pudo registrar el cobro');
  fillFields({ 'Monto en pesos': '13.000' });
  await register();
  expect(await form.findByRole('alert')).toHaveTextContent('Este cobro ya quedó registrado');
  fillFields({ 'Monto en pesos': '12.000' });
  await register();
  await expectToast('Cobro registrado correctamente');
  const ids = server.requests(createCharge).map(({ body }) => (body as NewCharge)._id);
  expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
});

test('a further payment whose answer is lost is sent again with its id', async () => {
  const charge = chargeWith({ appointmentId: ATTENDED._id });
  const server = chargesServer([charge]);
  const { user } = await openApp(AGENDA, server);
  await user.click(await screen.findByRole('button', { name: /: ver el cobro a Rosa Díaz/ }));
  await user.click(await (await dialog('Cobro')).findByRole('button', { name: 'Registrar pago' }));
  const form = await dialog('Registrar pago');
  await user.click(form.getByRole('radio', { name: 'Efectivo' }));
  server.loseAnswer(addChargePayment, 1);
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await expectToast('No se pudo registrar el pago');
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await expectToast('Pago registrado correctamente');
  const ids = server.requests(addChargePayment).map(({ body }) => (body as PaymentOfCharge)._id);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  expect(charge.payments).toHaveLength(1);
});

test('after a lost answer a new form says that the patient has an equal charge, and charges again only when asked', async () => {
  const server = withCharges(clinicalServer());
  const { user } = await openApp(PROFILE, server);
  const write = async () => {
    await user.click(await screen.findByRole('button', { name: 'Cobrar' }));
    const form = await dialog('Cobrar');
    await form.findByLabelText('Concepto');
    fillFields({ Concepto: 'Informe', 'Monto en pesos': '12.000' });
    await user.click(form.getByRole('radio', { name: 'Efectivo' }));
    await user.click(form.getByRole('button', { name: 'Registrar cobro' }));
    return form;
  };
  server.loseAnswer(createCharge, 1);
  const lost = await write();
  await expectToast('No se pudo registrar el cobro');
  await user.click(lost.getByRole('button', { name: 'Cancelar' }));
  await user.click(await screen.findByRole('button', { name: 'Descartar' }));
  const form = await write();
  expect(await form.findByRole('alert')).toHaveTextContent('Este paciente ya tiene un cobro igual de ese día.');
  await user.click(form.getByRole('button', { name: 'Cobrar otra vez' }));
  await expectToast('Cobro registrado correctamente');
  expect(server.requests(createCharge).map(({ body }) => (body as NewCharge).onlyOnce)).toEqual([
    true,
    true,
    undefined,
  ]);
});
