import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createAppointment } from '#contract/agenda';
import { ERRORS } from '#contract/errors';
import { listServices, type Service } from '#contract/services';
import { getWorkingHours } from '#contract/working-hours';
import { AGENDA, APPOINTMENT, agendaServer, bodies, DAY, newAppointment, ROSA } from '#web/testing/agenda-server.ts';
import { expectFieldError } from '#web/testing/form-fields.ts';
import { openApp } from '#web/testing/open-app.tsx';

const THERAPY: Service = {
  _id: '0197a000-0000-7000-8000-0000000000e1',
  name: 'Terapia de pareja',
  duration: 90,
  price: 50_000,
  deposit: null,
  modality: 'in-person',
  bookable: true,
};
const CONTROL: Service = { ...THERAPY, _id: '0197a000-0000-7000-8000-0000000000e2', name: 'Control', duration: 30 };

function serverWith(services: Service[]) {
  const server = agendaServer();
  server.reply(listServices, services);
  return server;
}

test('«Nueva Cita» begins without a service; a chosen one sets the duration, which can still be changed', async () => {
  const { user, server, form, create } = await newAppointment(serverWith([CONTROL, THERAPY]));
  const service = await form.findByLabelText('Servicio');
  expect(service).toHaveValue('');
  const duration = form.getByLabelText('Duración');
  await user.selectOptions(service, 'Terapia de pareja');
  expect(duration).toHaveValue('90');
  await user.selectOptions(service, 'Control');
  expect(duration).toHaveValue('30');
  await user.selectOptions(duration, '1h');
  server.reply(createAppointment, { ...APPOINTMENT, serviceId: CONTROL._id, serviceName: CONTROL.name });
  await create();
  const body = { patientId: ROSA._id, date: DAY, time: '09:00', duration: 60, serviceId: CONTROL._id };
  await waitFor(() => expect(bodies(server, createAppointment)).toEqual([body]));
});

test('a chosen service can be taken back, and the duration stays', async () => {
  const { user, server, form, create } = await newAppointment(serverWith([THERAPY]));
  const service = await form.findByLabelText('Servicio');
  await user.selectOptions(service, 'Terapia de pareja');
  await user.selectOptions(service, 'Sin servicio');
  server.reply(createAppointment, APPOINTMENT);
  await create();
  const body = { patientId: ROSA._id, date: DAY, time: '09:00', duration: 90 };
  await waitFor(() => expect(bodies(server, createAppointment)).toEqual([body]));
});

test('the duration of a service stays when the default duration arrives late', async () => {
  const server = serverWith([CONTROL]);
  const release = server.hold(getWorkingHours);
  const { user, form } = await newAppointment(server);
  await user.selectOptions(await form.findByLabelText('Servicio'), 'Control');
  // Behind the dialog the hours show that the settings arrived.
  release({ hours: [{ weekday: 2, from: '09:00', to: '13:00' }], defaultDuration: 60 });
  expect(await screen.findAllByText('Fuera de horario')).not.toEqual([]);
  expect(form.getByLabelText('Duración')).toHaveValue('30');
});

test('without services there is no such field', async () => {
  const { form } = await newAppointment(serverWith([]));
  expect(form.queryByLabelText('Servicio')).not.toBeInTheDocument();
});

test('a service that was deleted in another window is explained at its field', async () => {
  const { user, server, form, create } = await newAppointment(serverWith([THERAPY]));
  await user.selectOptions(await form.findByLabelText('Servicio'), 'Terapia de pareja');
  const { status, message } = ERRORS.INVALID_INPUT;
  const details = [{ field: 'serviceId', message: 'Selecciona un servicio de la lista' }];
  server.respond(createAppointment, status, { code: 'INVALID_INPUT', error: message, message, details });
  await create();
  await waitFor(() => expectFieldError(form.getByLabelText('Servicio'), 'Selecciona un servicio de la lista'));
});

const ONLINE = { ...APPOINTMENT, duration: 60, serviceName: 'Terapia de pareja', bookedOnline: true as const };

test('the card of the day shows the service, and that the patient booked it online', async () => {
  await openApp(AGENDA, agendaServer([ONLINE, { ...APPOINTMENT, _id: THERAPY._id, time: '12:00' }]));
  const [first, second] = await screen.findAllByRole('article', { name: /Rosa Díaz/ });
  expect(first).toHaveTextContent('Terapia de pareja');
  expect(first).toHaveTextContent('Reservada en línea');
  expect(second).not.toHaveTextContent('Reservada en línea');
});

test('the card of the week says both in its name', async () => {
  await openApp(`${AGENDA}&vista=semana`, agendaServer([ONLINE]));
  const name = /, 09:30 - 10:30, Terapia de pareja, reservada en línea$/;
  expect(await screen.findByRole('article', { name })).toBeVisible();
});

test('the printed agenda has a column for services on days that have some', async () => {
  await openApp(AGENDA, agendaServer([ONLINE]));
  await screen.findByRole('article', { name: /Rosa Díaz/ });
  dispatchEvent(new Event('beforeprint'));
  await waitFor(() => expect(document.querySelector('.printed-agenda')).toHaveTextContent('Servicio'));
  expect(document.querySelector('.printed-agenda')).toHaveTextContent('Terapia de pareja');
  dispatchEvent(new Event('afterprint'));
});
