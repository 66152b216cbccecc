import { screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import * as api from '#contract/booking';
import type { MockServer } from './mock-server.ts';
import { openApp, serverFor } from './open-app.tsx';

export const [CONSULTA, CONTROL] = ['0197a000-0000-7000-8000-000000000001', '0197a000-0000-7000-8000-000000000002'].map(
  (_id, index) => ({
    _id,
    name: ['Consulta', 'Control'][index] ?? '',
    duration: 30 as const,
    price: 25_000,
    deposit: null,
    modality: 'in-person' as const,
  }),
) as [api.BookingPage['services'][number], api.BookingPage['services'][number]];
const PAGE: api.BookingPage = {
  professional: { name: 'Dra. Ana Rojas', profession: 'Médicos/as', city: 'Valdivia', identity: 'declared' },
  services: [CONSULTA, CONTROL],
  timeZone: 'America/Santiago',
  approval: 'automatic',
  windowDays: 30,
  acceptsNewPatients: true,
  cancelNoticeHours: 12,
  confirmsByMail: true,
};
export const HOURS = [
  { date: '2026-11-19', times: ['09:00', '09:30'] },
  { date: '2026-11-20', times: ['10:00'] },
];
/** Solved with the number 0. */
export const CHALLENGE = {
  algorithm: 'SHA-256' as const,
  challenge: '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9',
  maxnumber: 0,
  salt: '',
  signature: 'firma',
};
export const PERSON = {
  name: 'Rosa Díaz',
  rut: '12.345.678-5',
  documentType: 'rut',
  birthDate: '1985-03-09',
  email: 'rosa@ejemplo.cl',
  phone: '9 1234 5678',
};

/** The page of a professional who takes bookings. */
export function bookingServer(page: Partial<api.BookingPage> = {}): MockServer {
  const server = serverFor();
  server.reply(api.getBookingPage, { ...PAGE, ...page });
  server.reply(api.listBookingSlots, HOURS);
  server.reply(api.getBookingChallenge, CHALLENGE);
  server.reply(api.createBooking, {
    status: 'unverified',
    expiresAt: '2026-11-18T12:30:00.000Z',
    bookingKey: 'llave',
  });
  return server;
}

export async function openBooking(server: MockServer, query = '') {
  history.replaceState({}, '', `/reservar/ana${query}`);
  const { user } = await openApp('/reservar/ana', server, { signedIn: null });
  await screen.findByRole('heading', { level: 1 });
  // The script has started when one step is shown with its title.
  await waitFor(() => expect(document.title).toContain('Dra. Ana Rojas'));
  const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
  const follow = (name: string) => user.click(screen.getByRole('link', { name }));
  return { user, press, follow };
}
export type OpenedBooking = Awaited<ReturnType<typeof openBooking>>;

/** An hour of the first service. */
export const DATA = `?servicio=${CONSULTA._id}&fecha=2026-11-19&hora=09:30`;

/** The heading of a step. */
export const step = (name: string) => screen.findByRole('heading', { level: 2, name });
export const notice = () => document.querySelector('[data-part="notice"]');

export async function fillIn({ user }: OpenedBooking) {
  await user.type(screen.getByLabelText('Nombre completo'), PERSON.name);
  await user.type(screen.getByLabelText('RUT'), '123456785');
  await user.type(screen.getByLabelText('Fecha de nacimiento'), '09031985');
  await user.type(screen.getByLabelText('Correo'), PERSON.email);
  await user.type(screen.getByLabelText('Teléfono'), PERSON.phone);
  await user.click(screen.getByRole('checkbox', { name: /^Acepto/ }));
}

/** In 2026, in Chile, and with an address that the tests change. */
export function prepareBrowser(): void {
  const reader = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone: 'America/Santiago' };
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(reader);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T12:00:00Z') });
  history.pushState({}, '', '/reservar/ana');
}

export function restoreBrowser(): void {
  sessionStorage.clear();
  document.title = '';
  vi.useRealTimers();
  vi.restoreAllMocks();
}
