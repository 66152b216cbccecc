import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listAppointments } from '#contract/agenda';
import { listAppointmentCharges } from '#contract/charge-summaries';
import { type Charge, createCharge } from '#contract/charges';
import { getClinicalNote } from '#contract/clinical-notes';
import { APPOINTMENT, dialog } from '#web/testing/agenda-server.ts';
import { withCharges } from '#web/testing/charges-server.ts';
import { clinicalServer, noteAddress, ROSA } from '#web/testing/clinical-server.ts';
import { fillFields } from '#web/testing/form-fields.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';

const VISIT = { ...APPOINTMENT, patientId: ROSA._id, patientName: ROSA.name, serviceName: 'Control' };

function serverWithNote(charges: Charge[]) {
  const server = withCharges(clinicalServer(), charges);
  server.reply(listAppointments, [VISIT]);
  const note = server.hasNote({ reason: 'Control' });
  server.reply(getClinicalNote, { ...note, appointmentId: VISIT._id });
  return { server, note };
}

test('«Cobrar» on a note charges its appointment, with the concept of the service', async () => {
  const { server, note } = serverWithNote([]);
  const { user } = await openApp(noteAddress(note), server);
  await user.click(await screen.findByRole('button', { name: 'Cobrar' }));
  const form = await dialog('Cobrar');
  expect(await form.findByLabelText('Concepto')).toHaveValue('Control');
  fillFields({ 'Monto en pesos': '20.000' });
  await user.click(form.getByRole('radio', { name: 'Queda pendiente' }));
  await user.click(form.getByRole('button', { name: 'Registrar cobro' }));
  await expectToast('Cobro registrado correctamente');
  expect(server.requests(createCharge)[0]?.body).toMatchObject({ appointmentId: VISIT._id, patientId: ROSA._id });
  await user.click(screen.getByRole('button', { name: 'Cobrar' }));
  expect(await screen.findByRole('dialog', { name: 'Cobro' })).toHaveTextContent('$20.000');
});

test('without the charges of the day nothing is charged twice: the dialog offers another attempt', async () => {
  const { server, note } = serverWithNote([]);
  const reconnect = server.disconnect(listAppointmentCharges);
  const { user } = await openApp(noteAddress(note), server);
  await user.click(await screen.findByRole('button', { name: 'Cobrar' }));
  const form = await dialog('Cobrar');
  expect(await form.findByText('No se pudo cargar el cobro de esta cita')).toBeVisible();
  reconnect();
  await user.click(form.getByRole('button', { name: 'Volver a intentar' }));
  await waitFor(() => expect(form.getByLabelText('Concepto')).toBeVisible());
});
