import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as api from '#contract/appointment-links';
import { openApp, serverFor } from '#web/testing/open-app.tsx';

const VISIT: api.LinkedAppointment = {
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
  canMove: true,
  isBookingToConfirm: false,
  isOffer: false,
  waitsForApproval: false,
  tellsByMail: true,
  reminders: true,
  isOver: false,
};
const CANCELLED = { status: 'cancelled', canCancel: false, canMove: false } as const;

beforeEach(() => {
  const reader = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone: 'America/Santiago' };
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(reader);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function open(visit: Partial<api.LinkedAppointment>) {
  const server = serverFor();
  server.reply(api.getLinkedAppointment, { ...VISIT, ...visit });
  const { user } = await openApp('/cita/secreto', server, { signedIn: null });
  await screen.findByRole('heading', { level: 1 });
  return { server, user, press: (name: string) => user.click(screen.getByRole('button', { name })) };
}
const state = () => document.querySelector('[data-part="state"]');
const bookAgain = () => screen.queryByRole('link', { name: 'Reservar otra hora' });

test('the days of another hour are folded, and the first one is open', async () => {
  const { server, user, press } = await open({});
  server.reply(api.listLinkedSlots, [
    { date: '2026-11-25', times: ['10:00', '10:30'] },
    { date: '2026-11-26', times: ['09:00'] },
  ]);
  await press('Cambiar la hora');
  expect(await screen.findByRole('button', { name: 'miércoles 25 de noviembre a las 10:00' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /jueves 26/ })).not.toBeInTheDocument();
  expect([...document.querySelectorAll('[data-part="days"] summary')].map(({ textContent }) => textContent)).toEqual([
    'miércoles 25 de noviembre2 horas',
    'jueves 26 de noviembre1 hora',
  ]);
  await user.click(screen.getByText('jueves 26 de noviembre'));
  expect(await screen.findByRole('button', { name: 'jueves 26 de noviembre a las 09:00' })).toBeVisible();
});

test('when the chosen hour was taken meanwhile, its day is open again', async () => {
  const { server, user, press } = await open({});
  server.reply(api.listLinkedSlots, [
    { date: '2026-11-25', times: ['10:00'] },
    { date: '2026-11-26', times: ['09:00', '09:30'] },
  ]);
  server.refuse(api.moveLinkedAppointment, 'SLOT_TAKEN');
  await press('Cambiar la hora');
  await user.click(await screen.findByText('jueves 26 de noviembre'));
  await user.click(await screen.findByRole('button', { name: /a las 09:00/ }));
  await press('Cambiar a esta hora');
  expect(await screen.findByText('Esa hora se acaba de ocupar. Elige otra.')).toBeVisible();
  expect(await screen.findByRole('button', { name: /a las 09:30/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /miércoles 25/ })).not.toBeInTheDocument();
});

test('more days open the first of them, which gets the focus', async () => {
  const { server, press } = await open({});
  server.reply(api.listLinkedSlots, [{ date: '2026-12-03', times: ['09:00'] }]);
  server.reply(api.listLinkedSlots, [{ date: '2026-11-25', times: ['10:00'] }], 1);
  await press('Cambiar la hora');
  await screen.findByRole('button', { name: /miércoles 25/ });
  await press('Ver más días');
  expect(await screen.findByRole('button', { name: /jueves 3/ })).toBeVisible();
  await waitFor(() => expect(screen.getByText('jueves 3 de diciembre').closest('summary')).toHaveFocus());
});

test('a cancelled visit leads to the page where another hour is booked', async () => {
  await open({ ...CANCELLED, bookingSlug: 'ana-rojas' });
  expect(state()).toHaveTextContent('Esta hora está cancelada. Puedes reservar otra en línea.');
  expect(bookAgain()).toHaveAttribute('href', '/reservar/ana-rojas');
});

test('after a cancellation the same page is offered', async () => {
  const { server, press } = await open({ bookingSlug: 'ana-rojas' });
  expect(bookAgain()).not.toBeInTheDocument();
  server.reply(api.cancelLinkedAppointment, { ...VISIT, ...CANCELLED, bookingSlug: 'ana-rojas' });
  await press('Cancelar la hora');
  await press('Sí, cancelar la hora');
  await waitFor(() => expect(state()).toHaveTextContent('Listo, cancelaste la hora. Puedes reservar otra en línea.'));
  expect(bookAgain()).toBeVisible();
});

test.each([
  ['a professional without online booking', { ...CANCELLED }],
  ['an offer that was left to others', { ...CANCELLED, isOffer: true, bookingSlug: 'ana-rojas' }],
])('%s leads to no such page', async (_, visit) => {
  await open(visit);
  expect(bookAgain()).not.toBeInTheDocument();
});
