import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as api from '#contract/appointment-links';
import { openApp, serverFor } from '#web/testing/open-app.tsx';

// The link in the mail of a booking, or of an hour that was offered to somebody on the waiting list.
const BOOKING: api.LinkedAppointment = {
  professional: 'Dra. Ana Rojas',
  patient: 'Rosa D.',
  date: '2026-11-24',
  time: '15:30',
  duration: 30,
  timeZone: 'America/Santiago',
  modality: 'in-person',
  status: 'scheduled',
  canConfirm: false,
  canCancel: true,
  canMove: false,
  isBookingToConfirm: true,
  isOffer: false,
  waitsForApproval: false,
  tellsByMail: true,
  expiresAt: '2026-11-18T12:30:00.000Z',
  reminders: false,
  isOver: false,
};
const RESERVED = { ...BOOKING, isBookingToConfirm: false, canMove: true };
const OFFER = { ...BOOKING, isOffer: true };
const REQUESTED = { ...BOOKING, isBookingToConfirm: false, waitsForApproval: true };

beforeEach(() => {
  const reader = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone: 'America/Santiago' };
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(reader);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function open(visit: api.LinkedAppointment) {
  const server = serverFor();
  server.reply(api.getLinkedAppointment, visit);
  const { user } = await openApp('/cita/secreto', server, { signedIn: null });
  await screen.findByRole('heading', { level: 1 });
  return { server, press: (name: string) => user.click(screen.getByRole('button', { name })) };
}

const heading = () => screen.getByRole('heading', { level: 1 });
const state = () => document.querySelector('[data-part="state"]');
const buttons = () => screen.getAllByRole('button').slice(1);
const names = () => buttons().map(({ textContent }) => textContent);

test('a booking is confirmed by one press, before its deadline', async () => {
  const { server, press } = await open(BOOKING);
  expect(heading()).toHaveTextContent('Confirma tu hora con Dra. Ana Rojas');
  expect(state()).toHaveTextContent(
    'Confirma antes del miércoles 18 de noviembre a las 09:30: hasta entonces guardamos la hora para ti.',
  );
  expect(names()).toEqual(['Confirmar mi hora', 'Cancelar']);
  expect(screen.queryByRole('link', { name: 'Agregar a mi calendario' })).not.toBeInTheDocument();
  expect(screen.getByText('No recibes recordatorios de tus horas.')).not.toBeVisible();

  server.reply(api.confirmLinkedAppointment, RESERVED);
  await press('Confirmar mi hora');
  await waitFor(() => expect(state()).toHaveTextContent('Listo. Tu hora está reservada.'));
  expect(state()).toHaveFocus();
  expect(heading()).toHaveTextContent('Tu hora con Dra. Ana Rojas');
  expect(names()).toEqual(['Cambiar la hora', 'Cancelar la hora']);
  expect(screen.getByRole('link', { name: 'Agregar a mi calendario' })).toBeVisible();
  expect(screen.getByText('No recibes recordatorios de tus horas.')).not.toBeVisible();
});

test('a booking that the professional decides about waits, and can be cancelled', async () => {
  const { server, press } = await open(BOOKING);
  server.reply(api.confirmLinkedAppointment, REQUESTED);
  await press('Confirmar mi hora');
  const waits =
    'Tu solicitud espera la respuesta de Dra. Ana Rojas. Si no la responde antes del miércoles 18 de noviembre a las 09:30, termina y te avisamos por correo.';
  await waitFor(() => expect(state()).toHaveTextContent(`Listo. ${waits}`));
  expect(heading()).toHaveTextContent('Tu solicitud de hora con Dra. Ana Rojas');
  expect(names()).toEqual(['Cancelar']);

  server.reply(api.cancelLinkedAppointment, {
    ...REQUESTED,
    waitsForApproval: false,
    status: 'cancelled',
    canCancel: false,
  });
  await press('Cancelar');
  await press('Sí, cancelar la hora');
  await waitFor(() => expect(state()).toHaveTextContent('Listo, cancelaste la hora.'));
  expect(buttons()).toEqual([]);
  expect(screen.getByText('No recibes recordatorios de tus horas.')).not.toBeVisible();
});

test('an hour that became free is offered, and taken by one press', async () => {
  const { server, press } = await open(OFFER);
  expect(heading()).toHaveTextContent('Se liberó una hora con Dra. Ana Rojas');
  expect(state()).toHaveTextContent(
    'Es tuya si la tomas antes del miércoles 18 de noviembre a las 09:30. Después se la ofrecemos a otra persona.',
  );
  expect(names()).toEqual(['Tomar esta hora', 'Dejarla para otra persona']);
  server.reply(api.confirmLinkedAppointment, RESERVED);
  await press('Tomar esta hora');
  await waitFor(() => expect(state()).toHaveTextContent('Listo. Tu hora está reservada.'));
  expect(heading()).toHaveTextContent('Tu hora con Dra. Ana Rojas');
});

test('whoever leaves an offered hour to somebody else goes on waiting', async () => {
  const { server, press } = await open(OFFER);
  await press('Dejarla para otra persona');
  expect(screen.getByRole('heading', { name: '¿Dejar esta hora para otra persona?' })).toHaveFocus();
  expect(screen.getByText(/^Se la ofreceremos a la siguiente persona/)).toBeVisible();
  expect(screen.getByLabelText('Motivo (opcional)')).not.toBeVisible();
  server.reply(api.cancelLinkedAppointment, {
    ...OFFER,
    isBookingToConfirm: false,
    status: 'cancelled',
    canCancel: false,
  });
  await press('Sí, dejarla');
  await waitFor(() =>
    expect(state()).toHaveTextContent('Listo, dejaste la hora para otra persona. Sigues en la lista de espera.'),
  );
  expect(buttons()).toEqual([]);
});

test.each([
  ['Dejaste esta hora para otra persona.', { ...OFFER, isBookingToConfirm: false, status: 'cancelled' as const }],
  ['Tu solicitud espera la respuesta de Dra. Ana Rojas.', REQUESTED],
  ['Tu hora está reservada.', RESERVED],
])('loaded again the page says: %s', async (text, visit) => {
  await open(visit);
  expect(state()).toHaveTextContent(text);
});

test('a booking that ended meanwhile says that its link does not work any more', async () => {
  const { server, press } = await open(BOOKING);
  server.refuse(api.confirmLinkedAppointment, 'LINK_ENDED');
  await press('Confirmar mi hora');
  expect(await screen.findByRole('heading', { name: 'Este enlace ya no es válido' })).toHaveFocus();
  expect(screen.getByText(/la reserva no se confirmó o la hora ofrecida no se tomó a tiempo/)).toBeVisible();
});
