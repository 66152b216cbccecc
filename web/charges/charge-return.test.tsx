import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { listAppointmentCharges } from '#contract/charge-summaries';
import type { Charge } from '#contract/charges';
import { getPatient } from '#contract/patients';
import { createShare } from '#contract/shares';
import { AGENDA, dialog, ROSA } from '#web/testing/agenda-server.ts';
import { ATTENDED, chargesServer, chargeWith, paymentWith } from '#web/testing/charges-server.ts';
import { openApp } from '#web/testing/open-app.tsx';

afterEach(() => vi.useRealTimers());

async function openCharge(charge: Charge) {
  const server = chargesServer([charge]);
  server.reply(getPatient, ROSA);
  const { user } = await openApp(AGENDA, server);
  await user.click(await screen.findByRole('button', { name: /: ver el cobro a Rosa Díaz/ }));
  return { user, server, view: await dialog('Cobro') };
}

test('a return under way is asked about while the dialog is open, and no longer when it is done', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const online = paymentWith({ method: 'online', refund: 'pending' });
  const charge = chargeWith({ appointmentId: ATTENDED._id, payments: [online] });
  const { server, view } = await openCharge(charge);
  await view.findByText('Devolución en curso');
  const requests = () => [
    server.sent().filter((path) => path.endsWith(charge._id)).length,
    server.requests(listAppointmentCharges).length,
  ];
  const before = requests();
  const voided = { voidedAt: '2026-11-16T13:00:00.000Z', voidReason: 'Devuelto por Mercado Pago' };
  Object.assign(charge, chargeWith({ ...charge, payments: [{ ...online, ...voided, refund: 'done' }] }));
  await act(() => vi.advanceTimersByTime(10_000));
  expect(await view.findByText('Devuelto')).toBeVisible();
  // The sign on the agenda follows.
  expect(await screen.findByText('Pendiente $25.000', { selector: 'button' })).toBeInTheDocument();
  await act(() => vi.advanceTimersByTime(60_000));
  expect(requests()).toEqual(before.map((count) => count + 1));
});

const paid = () => chargeWith({ appointmentId: ATTENDED._id, payments: [paymentWith()] });

test('the receipt is sent to the patient from the charge', async () => {
  const charge = paid();
  const { user, server, view } = await openCharge(charge);
  server.reply(createShare, {
    _id: '0197a000-0000-7000-8000-0000000000f1',
    url: 'https://ficha.cl/documentos/secreto',
    expiresAt: '2026-12-18T12:00:00.000Z',
  });
  await user.click(await view.findByRole('button', { name: 'Enviar al paciente' }));
  const form = await dialog('Enviar al paciente');
  expect(await form.findByText('Comprobante de Pago')).toBeVisible();
  expect(form.getByText('16/11/2026')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Crear enlace' }));
  await waitFor(() => expect(server.requests(createShare)).toHaveLength(1));
  expect(server.requests(createShare)[0]?.body).toMatchObject({ documents: [{ kind: 'receipt', id: charge._id }] });
});

test('a patient that cannot be read is said, with another attempt', async () => {
  const { user, server, view } = await openCharge(paid());
  const reconnect = server.disconnect(getPatient);
  await user.click(await view.findByRole('button', { name: 'Enviar al paciente' }));
  expect(await view.findByText('No se pudo cargar el paciente')).toBeVisible();
  reconnect();
  await user.click(view.getByRole('button', { name: 'Volver a intentar' }));
  expect(await (await dialog('Enviar al paciente')).findByText('Comprobante de Pago')).toBeVisible();
});
