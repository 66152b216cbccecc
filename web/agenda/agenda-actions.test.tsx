import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changeAppointment, createAppointment, listAppointments } from '#contract/agenda';
import { ERRORS } from '#contract/errors';
import { nextFreeSlot } from '#contract/next-free';
import { getWorkingHours, listAbsences } from '#contract/working-hours';
import {
  AGENDA,
  APPOINTMENT,
  agendaServer,
  bodies,
  chooseStatus,
  DAY,
  dialog,
  newAppointment,
  question,
  ROSA,
  statusButton,
  taken,
} from '#web/testing/agenda-server.ts';
import { fillFields } from '#web/testing/form-fields.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';

test('the status changes in two clicks, is announced in words and can be undone', async () => {
  const server = agendaServer([{ ...APPOINTMENT }]);
  const { user } = await openApp(AGENDA, server);
  await chooseStatus(user, 'Confirmada');
  await expectToast('La cita quedó como «Confirmada»');
  expect(await statusButton()).toHaveTextContent('Confirmada');
  // The region of the toasts lets clicks through until it has counted its toasts.
  act(() => screen.getByRole('button', { name: 'Deshacer' }).click());
  await expectToast('La cita quedó como antes');
  expect(await statusButton()).toHaveTextContent('Agendada');
  expect(bodies(server, changeAppointment)).toEqual([
    { status: 'confirmed', scope: 'one' },
    { status: 'scheduled', scope: 'one' },
  ]);
});

test('a cancelled appointment frees its slot at once, and returns if the server refuses', async () => {
  const server = agendaServer([{ ...APPOINTMENT }]);
  const { user } = await openApp(AGENDA, server);
  server.refuse(changeAppointment, 'UNEXPECTED', 1);
  const answer = server.pause(changeAppointment, 1);
  await chooseStatus(user, 'Cancelada');
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
  answer();
  expect(await screen.findByRole('article')).toBeVisible();
  await expectToast(ERRORS.UNEXPECTED.message);
});

test('a change that the server refuses does not undo another one under way', async () => {
  const LUIS = { _id: '0197a000-0000-7000-8000-0000000000c2', patientName: 'Luis Soto', time: '11:00' };
  const server = agendaServer([{ ...APPOINTMENT }, { ...APPOINTMENT, ...LUIS }]);
  const { user } = await openApp(AGENDA, server);
  server.refuse(changeAppointment, 'UNEXPECTED', 1);
  const answerFirst = server.pause(changeAppointment, 1);
  await chooseStatus(user, 'Confirmada');
  const answerSecond = server.pause(changeAppointment, 1);
  await chooseStatus(user, 'En sala', LUIS.patientName);
  await waitFor(() => expect(server.requests(changeAppointment)).toHaveLength(2));
  // The days beside it are loaded when the browser is idle.
  const lists = () => server.requests(listAppointments).filter(({ url }) => url.searchParams.get('date') === DAY);
  const loaded = lists().length;
  answerFirst();
  await expectToast(ERRORS.UNEXPECTED.message);
  expect(await statusButton()).toHaveTextContent('Agendada');
  expect(await statusButton(LUIS.patientName)).toHaveTextContent('En sala');
  expect(lists()).toHaveLength(loaded);
  answerSecond();
  await expectToast('La cita quedó como «En sala»');
  await waitFor(() => expect(lists()).toHaveLength(loaded + 1));
  expect(await statusButton(LUIS.patientName)).toHaveTextContent('En sala');
});

test('«Cambiar hora» sends only what changed, and offers overbooking when the slot is taken', async () => {
  const server = agendaServer([{ ...APPOINTMENT, note: 'Control' }]);
  const { user } = await openApp(AGENDA, server);
  await user.click(await screen.findByLabelText('Cambiar hora de Rosa Díaz'));
  const form = await dialog('Cambiar hora');
  fillFields({ Hora: '12:00', Duración: '60', Nota: '' });
  server.respond(changeAppointment, ...taken(), 1);
  await user.click(form.getByText('Guardar cambios'));
  await user.click(await form.findByText('Mover como sobrecupo'));
  await expectToast('La cita quedó para el 07/01/2030 a las 12:00');
  const change = { time: '12:00', duration: 60, note: null, scope: 'one' };
  expect(bodies(server, changeAppointment)).toEqual([change, { ...change, overbooked: true }]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(within(screen.getByRole('article')).getByText('Sobrecupo')).toBeVisible();
});

test('a note changed in «Cambiar hora» is not lost without a question', async () => {
  const { user } = await openApp(AGENDA, agendaServer([{ ...APPOINTMENT, note: 'Control' }]));
  await user.click(await screen.findByLabelText('Cambiar hora de Rosa Díaz'));
  await dialog('Cambiar hora');
  fillFields({ Nota: 'Trae exámenes' });
  await user.keyboard('{Escape}');
  const question = within(await screen.findByRole('alertdialog', { name: '¿Descartar los cambios?' }));
  await user.click(question.getByText('Seguir editando'));
  expect(screen.getByLabelText('Nota')).toHaveValue('Trae exámenes');
  fillFields({ Nota: 'Control' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a taken slot is overbooked only by choice', async () => {
  const { user, server, form, create } = await newAppointment();
  expect(form.queryByText('Crear como sobrecupo')).not.toBeInTheDocument();
  server.respond(createAppointment, ...taken(), 1);
  await create();
  server.reply(createAppointment, { ...APPOINTMENT, time: '09:00', overbooked: true });
  await user.click(await form.findByText('Crear como sobrecupo'));
  await expectToast('Cita creada correctamente');
  const body = { patientId: ROSA._id, date: DAY, time: '09:00', duration: 30 };
  expect(bodies(server, createAppointment)).toEqual([body, { ...body, overbooked: true }]);
});

test('a slot outside working hours is marked with its reason, and booking it asks first', async () => {
  const server = agendaServer();
  server.reply(getWorkingHours, { hours: [{ weekday: 1, from: '10:00', to: '13:00' }] });
  server.reply(listAbsences, [
    { _id: APPOINTMENT._id, from: DAY, to: DAY, startTime: '12:00', endTime: '12:30', reason: 'Almuerzo' },
  ]);
  const { user, create } = await newAppointment(server);
  expect(screen.getByLabelText('Almuerzo a las 12:00, agendar')).toHaveTextContent(/^Almuerzo$/);
  expect(screen.getByLabelText('Fuera de horario a las 14:00, agendar')).toHaveTextContent(/^Fuera de horario$/);
  expect(screen.getByLabelText('Disponible a las 10:00, agendar')).toBeInTheDocument();
  await create();
  const asked = await question('¿Agendar igualmente?');
  expect(asked.getByText('Fuera de horario')).toBeVisible();
  expect(server.requests(createAppointment)).toHaveLength(0);
  server.reply(createAppointment, { ...APPOINTMENT, time: '09:00' });
  await user.click(asked.getByText('Sí, agendar'));
  await expectToast('Cita creada correctamente');
});

test('the next free slot fills date and time, for the chosen duration', async () => {
  const { user, server, form } = await newAppointment();
  fillFields({ Duración: '60' });
  server.reply(nextFreeSlot, { next: { date: '2030-01-09', time: '15:30' } }, 1);
  await user.click(form.getByText('Próxima hora disponible'));
  expect(await form.findByText('09/01/2030 a las 15:30')).toBeVisible();
  expect(form.getByLabelText('Hora')).toHaveValue('15:30');
  expect(form.getByRole('button', { name: 'Fecha, 09/01/2030' })).toBeVisible();
  expect(server.requests(nextFreeSlot).map(({ url }) => url.search)).toEqual([`?from=${DAY}&duration=60`]);
  server.reply(nextFreeSlot, { next: null }, 1);
  await user.click(form.getByText('Próxima hora disponible'));
  expect(await form.findByText('No hay horas disponibles desde esa fecha')).toBeVisible();
});

test('the week is requested at once, keeps the date and marks holidays', async () => {
  const server = agendaServer([{ ...APPOINTMENT, date: '2030-09-17' }]);
  const { user, address } = await openApp('/dashboard/agenda?fecha=2030-09-18', server);
  expect(await screen.findByText('Feriado: Independencia Nacional')).toBeVisible();
  await user.click(screen.getByText('Semana'));
  expect(address()).toBe('/dashboard/agenda?vista=semana&fecha=2030-09-18');
  // Not by role: that computes the name of each of the many slots.
  const card = (await screen.findByText('Rosa Díaz')).closest('article');
  expect(card).toHaveTextContent('Rosa Díaz, 09:30 - 10:00Agendada');
  expect(screen.getByText('Día de las Glorias del Ejército')).toBeVisible();
  const weeks = server.requests(listAppointments).filter(({ url }) => url.searchParams.has('from'));
  expect(weeks.map(({ url }) => url.search)).toEqual(['?from=2030-09-16&to=2030-09-22']);
  await user.click(screen.getByLabelText('Semana siguiente'));
  await waitFor(() => expect(address()).toBe('/dashboard/agenda?vista=semana&fecha=2030-09-25'));
});

test('in the week the reason is shown in the first free slot of each grey period', async () => {
  const server = agendaServer([{ ...APPOINTMENT, time: '08:00' }]);
  server.reply(getWorkingHours, { hours: [{ weekday: 1, from: '09:30', to: '22:00' }] });
  await openApp(`/dashboard/agenda?vista=semana&fecha=${DAY}`, server);
  const list = await screen.findByLabelText('Citas del lunes 7 de enero, 2030');
  const reasons = await within(list).findAllByText('Fuera de horario');
  const isRead = reasons.map((one) => [one.closest('li')?.dataset.slot, !one.classList.contains('sr-only')]);
  expect(isRead).toEqual([
    ['2030-01-07 08:30', true],
    ['2030-01-07 09:00', false],
  ]);
});
