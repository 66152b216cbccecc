import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createCharge, type NewCharge } from '#contract/charges';
import { dialog } from '#web/testing/agenda-server.ts';
import { withCharges } from '#web/testing/charges-server.ts';
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
