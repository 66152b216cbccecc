import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { listAppointmentCharges } from '#contract/charge-summaries';
import { createCharge, getCharge } from '#contract/charges';
import { ERRORS } from '#contract/errors';
import { listServices, type Service } from '#contract/services';
import { AGENDA, DAY, dialog, ROSA } from '#web/testing/agenda-server.ts';
import { ATTENDED, chargesServer, chargeWith } from '#web/testing/charges-server.ts';
import { fillFields } from '#web/testing/form-fields.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';

const CONTROL: Service = {
  _id: '0197a000-0000-7000-8000-0000000000e1',
  name: 'Control',
  duration: 30,
  price: 25_000,
  modality: 'in-person',
  bookable: true,
  deposit: null,
};
const WITH_SERVICE = { ...ATTENDED, serviceId: CONTROL._id };

const sent = (server: ReturnType<typeof chargesServer>) => server.requests(createCharge).map(({ body }) => body);

async function openCharging(server: ReturnType<typeof chargesServer>, price = '25.000') {
  server.reply(listServices, [CONTROL]);
  const app = await openApp(AGENDA, server);
  await app.user.click(await screen.findByRole('button', { name: 'Cobrar a Rosa Díaz' }));
  const form = await dialog('Cobrar');
  // The services arrive after the form.
  await waitFor(() => expect(form.getByLabelText('Monto en pesos')).toHaveValue(price));
  return { ...app, form };
}

type Form = Awaited<ReturnType<typeof dialog>>;
const choose = (user: UserEvent, form: Form, method: string) => user.click(form.getByRole('radio', { name: method }));
const register = (user: UserEvent, form: Form) => user.click(form.getByRole('button', { name: 'Registrar cobro' }));

test('an attended appointment is charged with the name and price of its service, paid whole in one dialog', async () => {
  const server = chargesServer([], [{ ...WITH_SERVICE }]);
  const { user, form } = await openCharging(server);
  expect(form.getByLabelText('Concepto')).toHaveValue('Control');
  expect(form.getByLabelText('Monto pagado')).toHaveValue('25.000');
  await choose(user, form, 'Efectivo');
  await register(user, form);
  await expectToast('Cobro registrado correctamente');
  expect(sent(server)).toMatchObject([
    {
      patientId: ROSA._id,
      appointmentId: ATTENDED._id,
      concept: 'Control',
      amount: 25_000,
      payment: { amount: 25_000, method: 'cash' },
    },
  ]);
  expect(await screen.findByRole('button', { name: 'Pagado: ver el cobro a Rosa Díaz' })).toBeVisible();
});

test('a part is paid and the rest stays pending; the sign says how much, and opens the charge', async () => {
  const server = chargesServer([], [{ ...WITH_SERVICE }]);
  const { user, form } = await openCharging(server);
  await choose(user, form, 'Transferencia');
  fillFields({ 'Monto en pesos': '30.000', 'Monto pagado': '10000', Referencia: '778899' });
  await register(user, form);
  await expectToast('Cobro registrado correctamente');
  expect(sent(server)).toMatchObject([
    { amount: 30_000, payment: { amount: 10_000, method: 'transfer', reference: '778899' } },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Pendiente $20.000: ver el cobro a Rosa Díaz' }));
  const charge = await dialog('Cobro');
  expect(await charge.findByText('Pago parcial')).toBeVisible();
  expect(charge.getByRole('list', { name: 'Pagos' })).toHaveTextContent(/\$10\.000 · Transferencia.*778899/);
});

test('what stays pending needs no method, and the amount paid follows the amount until it is written', async () => {
  const server = chargesServer([], [{ ...ATTENDED }]);
  const { user, form } = await openCharging(server, '');
  fillFields({ 'Monto en pesos': '12.500' });
  await waitFor(() => expect(form.getByLabelText('Monto pagado')).toHaveValue('12.500'));
  await user.click(form.getByRole('radio', { name: 'Queda pendiente' }));
  expect(form.queryByLabelText('Monto pagado')).not.toBeInTheDocument();
  await register(user, form);
  await expectToast('Cobro registrado correctamente');
  expect(sent(server)).toEqual([expect.not.objectContaining({ payment: expect.anything() })]);
});

test('the form says what is missing: the method, the folio of a bono, more than what is charged', async () => {
  const server = chargesServer([], [{ ...WITH_SERVICE }]);
  const { user, form } = await openCharging(server);
  await register(user, form);
  expect(await form.findByText('Selecciona un medio de pago')).toBeVisible();
  await choose(user, form, 'Bono');
  expect(form.getByLabelText('Folio del bono')).toBeRequired();
  await register(user, form);
  expect(await form.findByText('Escribe el folio del bono')).toBeVisible();
  fillFields({ 'Folio del bono': '5566', 'Monto pagado': '25.001' });
  await register(user, form);
  expect(await form.findByText('No puede ser más que lo pendiente: $25.000')).toBeVisible();
  fillFields({ 'Monto pagado': '25,5' });
  await register(user, form);
  expect(await form.findByText('El monto debe ser un número entero de pesos')).toBeVisible();
  expect(sent(server)).toEqual([]);
});

test('whoever passes the methods without choosing one reads that it is missing', async () => {
  const server = chargesServer([], [{ ...ATTENDED }]);
  const { user, form } = await openCharging(server, '');
  await user.type(form.getByLabelText('Monto en pesos'), '12500');
  act(() => form.getByRole('radio', { name: 'Efectivo' }).focus());
  await user.tab();
  await register(user, form);
  expect(await form.findByText('Selecciona un medio de pago')).toBeVisible();
  expect(form.queryByText(/Invalid input/)).not.toBeInTheDocument();
  await choose(user, form, 'Efectivo');
  await register(user, form);
  await expectToast('Cobro registrado correctamente');
  expect(sent(server)).toMatchObject([{ amount: 12_500, payment: { amount: 12_500, method: 'cash' } }]);
});

test('a double click charges once, and what was typed stays when the server does not answer', async () => {
  const server = chargesServer([], [{ ...WITH_SERVICE }]);
  const { user, form } = await openCharging(server);
  await choose(user, form, 'Efectivo');
  const reconnect = server.disconnect(createCharge);
  fillFields({ Concepto: 'Primera consulta' });
  await register(user, form);
  await expectToast('No se pudo registrar el cobro');
  expect(form.getByLabelText('Concepto')).toHaveValue('Primera consulta');
  reconnect();
  await user.dblClick(form.getByRole('button', { name: 'Registrar cobro' }));
  await expectToast('Cobro registrado correctamente');
  expect(sent(server)).toHaveLength(2);
});

test('an appointment that somebody else has just charged offers that charge', async () => {
  const server = chargesServer([], [{ ...WITH_SERVICE }]);
  const { user, form } = await openCharging(server);
  await choose(user, form, 'Efectivo');
  const theirs = chargeWith({ appointmentId: ATTENDED._id, concept: 'Cobrada en otra ventana' });
  server.reply(getCharge, theirs);
  server.reply(listAppointmentCharges, [
    { appointmentId: ATTENDED._id, chargeId: theirs._id, status: 'pending', pending: 25_000 },
  ]);
  server.refuse(createCharge, 'APPOINTMENT_CHARGED', 1);
  await register(user, form);
  expect(await form.findByRole('alert')).toHaveTextContent(ERRORS.APPOINTMENT_CHARGED.message);
  await user.click(form.getByRole('button', { name: 'Ver el cobro' }));
  expect(await screen.findByText('Cobrada en otra ventana')).toBeVisible();
});

test('the menu charges an appointment that is still open, and not a cancelled one; the focus returns', async () => {
  const server = chargesServer([], [{ ...ATTENDED, status: 'arrived' }]);
  const { user } = await openApp(AGENDA, server);
  const status = await screen.findByRole('button', { name: /estado de la cita de Rosa Díaz/ });
  expect(screen.queryByRole('button', { name: 'Cobrar a Rosa Díaz' })).not.toBeInTheDocument();
  await user.click(status);
  await user.click(await screen.findByRole('menuitem', { name: 'Cobrar' }));
  const form = await dialog('Cobrar');
  expect(await form.findByLabelText('Concepto')).toHaveValue('Control');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(status).toHaveFocus();
});

test('the week asks once for its charges and shows them as signs with a text', async () => {
  const charges = [chargeWith({ appointmentId: ATTENDED._id })];
  const server = chargesServer(charges);
  await openApp(`/dashboard/agenda?fecha=${DAY}&vista=semana`, server);
  expect(await screen.findByRole('img', { name: 'Pendiente $25.000' })).toBeVisible();
  expect(server.requests(listAppointmentCharges).map(({ url }) => url.search)).toEqual([
    '?from=2030-01-07&to=2030-01-13',
  ]);
});
