import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as api from '#contract/booking';
import {
  bookingServer,
  CONSULTA,
  fillIn,
  notice,
  openBooking,
  prepareBrowser,
  restoreBrowser,
  step,
} from '#web/testing/booking-server.ts';

beforeEach(prepareBrowser);
afterEach(restoreBrowser);

const SERVICE = `?servicio=${CONSULTA._id}`;

/** At the form of an hour, reached from the hours. */
async function chooseHour() {
  const server = bookingServer();
  const opened = await openBooking(server, SERVICE);
  await opened.user.click(await screen.findByRole('button', { name: /jueves 19.*09:30/ }));
  await step('Tus datos');
  return { server, opened };
}

test('a refusal that comes after going to another form is not shown there, and its button keeps its label', async () => {
  const { server, opened } = await chooseHour();
  await fillIn(opened);
  server.refuse(api.createBooking, 'TOO_MANY_BOOKINGS');
  const answer = server.pause(api.createBooking);
  await opened.press('Reservar la hora');
  await waitFor(() => expect(server.requests(api.createBooking)).toHaveLength(1));
  await opened.follow('Volver a las horas');
  await opened.follow('Avísame si se libera una hora');
  const send = screen.getByRole('button', { name: 'Entrar a la lista de espera' });
  answer();
  await waitFor(() => expect(send).not.toHaveAttribute('aria-disabled'));
  expect(send).toHaveTextContent('Entrar a la lista de espera');
  expect(screen.queryByText(/Ya tienes dos reservas/)).not.toBeInTheDocument();
  expect(await step('Avísame si se libera una hora')).toBeVisible();
});

test('after an hour that was taken Back leads to the step before the hours', async () => {
  const server = bookingServer();
  const opened = await openBooking(server);
  await opened.follow('Consulta');
  await opened.user.click(await screen.findByRole('button', { name: /jueves 19.*09:30/ }));
  await fillIn(opened);
  server.refuse(api.createBooking, 'SLOT_TAKEN');
  await opened.press('Reservar la hora');
  expect(await step('Elige el día y la hora')).toBeVisible();
  expect(notice()).toHaveTextContent('Esa hora se acaba de ocupar.');
  expect(location.search).toBe(SERVICE);
  history.back();
  expect(await step('Elige un servicio')).toBeVisible();
});

test('the errors of a form do not stay on the next', async () => {
  const { opened } = await chooseHour();
  await opened.press('Reservar la hora');
  expect(screen.getByLabelText('RUT')).toHaveAccessibleDescription('El RUT es requerido');
  await opened.follow('Volver a las horas');
  await opened.follow('Avísame si se libera una hora');
  expect(screen.getByLabelText('RUT')).toHaveAccessibleDescription('');
  expect(screen.getByLabelText('RUT')).toBeValid();
});
