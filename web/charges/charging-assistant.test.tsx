import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changeAppointment, deleteAppointment } from '#contract/agenda';
import { listAppointmentCharges } from '#contract/charge-summaries';
import { refundChargePayment } from '#contract/charges';
import { AGENDA, chooseStatus, dialog, question } from '#web/testing/agenda-server.ts';
import { assistantServer, PROFESSIONAL_ANA } from '#web/testing/assistant-server.ts';
import { ATTENDED, chargesServer, chargeWith, paymentWith, withCharges } from '#web/testing/charges-server.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';

const address = `${AGENDA}&profesional=${PROFESSIONAL_ANA._id}`;
const paidOnline = () =>
  chargeWith({ appointmentId: ATTENDED._id, payments: [paymentWith({ method: 'online', amount: 10_000 })] });

const receptionWith = (canCharge: boolean) =>
  withCharges(
    assistantServer({ professionals: [{ ...PROFESSIONAL_ANA, canCharge }], appointments: [{ ...ATTENDED }] }),
    [paidOnline()],
  );

test('an assistant without the right sees nothing of money, and nothing of it is loaded', async () => {
  const server = receptionWith(false);
  const { user } = await openApp(address, server);
  await user.click(await screen.findByRole('button', { name: /estado de la cita de Rosa Díaz/ }));
  expect(await screen.findByRole('menuitem', { name: 'Recordatorios' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: /obr/ })).not.toBeInTheDocument();
  expect(screen.queryByText(/\$|Cobrar|Pagado|Pendiente/)).not.toBeInTheDocument();
  expect(server.sent().filter((path) => path.includes('charges'))).toEqual([]);
});

test('an assistant with the right charges, and neither returns deposits nor sees a diagnosis', async () => {
  const server = receptionWith(true);
  const { user } = await openApp(address, server);
  await user.click(await screen.findByRole('button', { name: 'Pendiente $15.000: ver el cobro a Rosa Díaz' }));
  const view = await dialog('Cobro');
  expect(await view.findByRole('button', { name: 'Comprobante (PDF)' })).toBeVisible();
  expect(view.getByRole('button', { name: 'Registrar pago' })).toBeVisible();
  expect(view.queryByRole('button', { name: /Devolver|diagnóstico|Enviar/ })).not.toBeInTheDocument();
  expect(server.sent().filter((path) => path.endsWith('/diagnosis'))).toEqual([]);
  expect(server.refused).toEqual([]);
});

const BOOKED = { ...ATTENDED, status: 'scheduled' as const, bookedOnline: true as const };

test('cancelling an appointment with a paid deposit offers to return it', async () => {
  const server = chargesServer([paidOnline()], [{ ...BOOKED }]);
  const { user } = await openApp(AGENDA, server);
  await chooseStatus(user, 'Cancelada');
  const ask = await question('¿Devolver el abono?');
  await user.click(ask.getByRole('button', { name: 'Devolver $10.000' }));
  await expectToast('Mercado Pago devolverá el pago');
  expect(server.requests(refundChargePayment)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
});

test('deleting an appointment with a paid deposit offers to return it, though the agenda knows it no longer', async () => {
  const server = chargesServer([paidOnline()], [{ ...BOOKED }]);
  server.reply(deleteAppointment, () => {
    server.reply(listAppointmentCharges, []);
    return undefined;
  });
  const { user } = await openApp(AGENDA, server);
  await user.click(await screen.findByRole('button', { name: /eliminar/i }));
  await user.click((await question('¿Eliminar cita?')).getByRole('button', { name: 'Sí, eliminar cita' }));
  await user.click((await question('¿Devolver el abono?')).getByRole('button', { name: 'Devolver $10.000' }));
  await expectToast('Mercado Pago devolverá el pago');
  expect(server.requests(refundChargePayment)).toHaveLength(1);
});

test('without a deposit nothing is asked after a cancellation', async () => {
  const server = chargesServer(
    [chargeWith({ appointmentId: ATTENDED._id, payments: [paymentWith()] })],
    [{ ...BOOKED }],
  );
  const { user } = await openApp(AGENDA, server);
  await chooseStatus(user, 'Cancelada');
  await waitFor(() => expect(server.requests(changeAppointment)).toHaveLength(1));
  await expectToast('Cita cancelada');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});
