import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Appointment, changeAppointment, createAppointment } from '#contract/agenda';
import { ERRORS } from '#contract/errors';
import {
  AGENDA,
  agendaServer,
  bodies,
  chooseStatus,
  dialog,
  newAppointment,
  OF_SERIES,
  question,
  taken,
} from '#web/testing/agenda-server.ts';
import { fillFields } from '#web/testing/form-fields.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';

test('a series lists its conflicting dates before anything is saved, and creates the appointments that fit', async () => {
  const { user, server, form, create } = await newAppointment();
  fillFields({ Repetir: 'week' });
  fillFields({ 'Número de citas': '4' });
  expect(form.getByText('4 citas, la última el 28/01/2030')).toBeVisible();
  server.respond(createAppointment, ...taken('2030-01-14'), 1);
  await create();
  expect(await form.findByText('lunes 14/01/2030')).toBeVisible();
  expect(form.queryByText('Crear como sobrecupo')).not.toBeInTheDocument();
  server.reply(createAppointment, { ...OF_SERIES, skipped: ['2030-01-14'] });
  await user.click(form.getByText('Crear las que se pueda'));
  await expectToast('Se crearon 3 citas. Quedó fuera: 14/01/2030');
  const repeats = bodies(server, createAppointment).map((body) => (body as { repeat: unknown }).repeat);
  expect(repeats).toEqual([
    { every: 'week', times: 4 },
    { every: 'week', times: 4, skipConflicts: true },
  ]);
});

test('a series says which of its dates a booking holds, with a link to the bookings', async () => {
  const { server, form, create } = await newAppointment();
  fillFields({ Repetir: 'week' });
  const [status, reply] = taken('2030-01-14', '2030-01-21');
  const [first, second] = reply.details;
  const details = [first, { ...second, message: ERRORS.SLOT_HELD.message }];
  server.respond(createAppointment, status, { ...reply, details }, 1);
  await create();
  expect(await form.findByText('lunes 14/01/2030')).toBeVisible();
  expect(form.getByText('lunes 21/01/2030: la ocupa una reserva en línea')).toBeVisible();
  expect(form.getByRole('link', { name: /^Ver las reservas en línea/ })).toHaveAttribute('href', '/dashboard/reservas');
});

test('an hour that a booking holds is named as such', async () => {
  const { server, form, create } = await newAppointment();
  server.refuse(createAppointment, 'SLOT_HELD', 1);
  await create();
  expect(await form.findByText('Una reserva en línea ocupa ese horario.')).toBeVisible();
  expect(form.getByLabelText('Hora')).toHaveAccessibleDescription(ERRORS.SLOT_HELD.message);
  expect(form.getByText('Crear como sobrecupo')).toBeVisible();
});

test('a series until a date, or with an impossible number of appointments', async () => {
  const { server, form, create } = await newAppointment();
  fillFields({ Repetir: 'month' });
  fillFields({ 'Número de citas': '1' });
  await create();
  expect(await form.findByText('Deben ser al menos 2 citas')).toBeVisible();
  fillFields({ Termina: 'until' });
  server.reply(createAppointment, OF_SERIES);
  await create();
  await expectToast('Se crearon 4 citas');
  expect(bodies(server, createAppointment)[0]).toMatchObject({ repeat: { every: 'month', until: '2030-04-07' } });
});

test.each([
  ['Solo esta', 'one', 'Cita cancelada. Su hora quedó libre.', 1],
  ['Esta y las siguientes', 'following', 'Se cancelaron la cita y las siguientes de su serie.', 0],
])('cancelling an appointment of a series asks, and «%s» reaches the server', async (choice, scope, text, undos) => {
  const server = agendaServer([{ ...OF_SERIES }]);
  const { user } = await openApp(AGENDA, server);
  await chooseStatus(user, 'Cancelada');
  await user.click((await question('¿Cancelar solo esta cita?')).getByText(choice));
  await expectToast(text);
  expect(bodies(server, changeAppointment)).toEqual([{ status: 'cancelled', scope }]);
  expect(screen.queryAllByRole('button', { name: 'Deshacer' })).toHaveLength(undos);
});

async function reschedule(appointment: Appointment, values: Parameters<typeof fillFields>[0]) {
  const server = agendaServer([{ ...appointment }]);
  const { user } = await openApp(AGENDA, server);
  await user.click(await screen.findByLabelText('Cambiar hora de Rosa Díaz'));
  const form = await dialog('Cambiar hora');
  fillFields(values);
  return { server, user, form, save: () => user.click(form.getByText('Guardar cambios')) };
}

test('moving this and the following ones leaves the note in one alone, says so, and offers no undo', async () => {
  const { server, user, save } = await reschedule(OF_SERIES, { Hora: '12:00', Nota: 'Trae exámenes' });
  await save();
  await user.click((await question('¿Mover solo esta cita?')).getByText('Esta y las siguientes'));
  await expectToast(
    'La cita quedó para el 07/01/2030 a las 12:00, y las siguientes de su serie cambiaron con ella. La nota cambió solo en esta.',
  );
  expect(bodies(server, changeAppointment)).toEqual([{ time: '12:00', note: 'Trae exámenes', scope: 'following' }]);
  expect(screen.queryByRole('button', { name: 'Deshacer' })).not.toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('conflicts of the following ones are listed by date without overbooking, which is for a single one', async () => {
  const { server, user, form, save } = await reschedule(OF_SERIES, { Hora: '12:00' });
  server.respond(changeAppointment, ...taken('2030-01-14'), 1);
  await save();
  await user.click((await question('¿Mover solo esta cita?')).getByText('Esta y las siguientes'));
  expect(await form.findByText('lunes 14/01/2030')).toBeVisible();
  expect(form.getByText('Elige otra hora, o mueve solo esta cita.')).toBeVisible();
  expect(form.queryByText('Mover como sobrecupo')).not.toBeInTheDocument();
  server.respond(changeAppointment, ...taken(), 1);
  await save();
  await user.click((await question('¿Mover solo esta cita?')).getByText('Solo esta'));
  await user.click(await form.findByText('Mover como sobrecupo'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(bodies(server, changeAppointment).at(-1)).toEqual({ time: '12:00', overbooked: true, scope: 'one' });
});

test('changing only the note does not ask about the series, and keeps a duration that is not offered', async () => {
  const { server, form, save } = await reschedule({ ...OF_SERIES, duration: 45 }, { Nota: 'Trae exámenes' });
  expect(form.getByText('45 min')).toBeInTheDocument();
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(bodies(server, changeAppointment)).toEqual([{ note: 'Trae exámenes', scope: 'one' }]);
});
