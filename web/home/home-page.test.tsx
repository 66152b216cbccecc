import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { countBookingRequests } from '#contract/booking-requests';
import type { Region } from '#contract/regions';
import { countRightsRequests } from '#contract/rights-requests';
import { ANA, openApp, serverFor } from '#web/testing/open-app.tsx';

// In winter Santiago is four hours behind UTC; Magallanes and Aysén stay at three all year.
test.each<[Region, string, string]>([
  ['Región de Los Ríos', '2026-07-15T15:59:59Z', 'Buenos días'],
  ['Región de Los Ríos', '2026-07-15T16:00:00Z', 'Buenas tardes'],
  ['Región de Los Ríos', '2026-07-15T22:00:00Z', 'Buenas noches'],
  ['Región de Magallanes y de la Antártica Chilena', '2026-07-15T15:00:00Z', 'Buenas tardes'],
  ['Región de Aysén del General Carlos Ibáñez del Campo', '2026-07-15T21:00:00Z', 'Buenas noches'],
])('the greeting follows the hour of the region, wherever the computer is: %s, %s', async (region, now, greeting) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  await openApp('/dashboard', serverFor({ ...ANA, region }));
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(`${greeting}, Ana Pérez Soto`);
});

const facts = () => [...document.querySelectorAll('main dt, main dd')].map(({ textContent }) => textContent);
const PLACE = ['Ciudad', 'Valdivia', 'Región', 'Región de Los Ríos'];

test('the home page offers three links and the profile', async () => {
  await openApp('/dashboard', serverFor({ ...ANA, patientCount: 1 }));
  expect(await screen.findByRole('heading', { name: 'Tu Perfil Profesional' })).toBeVisible();
  expect(facts()).toEqual(['Profesión', 'Médico/a', 'Especialidad', 'Medicina familiar', ...PLACE]);
  for (const [name, path] of [
    [/^Ver agenda/, '/dashboard/agenda'],
    [/^Gestionar pacientes/, '/dashboard/pacientes'],
    [/^Configuración(?! de Cuenta)/, '/dashboard/configuracion'],
  ] as const) {
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', path);
  }
  expect(document.querySelectorAll('main li')).toHaveLength(3);
});

test('without a specialty none is named, without a name it says «Usuario»', async () => {
  const { specialty: _, ...unspecialized } = ANA;
  await openApp('/dashboard', serverFor({ ...unspecialized, name: '' }));
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(/^Buen.*, Usuario$/);
  expect(facts()).toEqual(['Profesión', 'Médico/a', ...PLACE]);
  expect(screen.getByRole('banner')).toHaveTextContent('Usuario');
});

test.each([
  [1, 'Tienes 1 solicitud de hora'],
  [12, 'Tienes 12 solicitudes de hora'],
])('%s bookings that wait for an answer are named, with a link to them', async (total, name) => {
  const server = serverFor();
  server.reply(countBookingRequests, { total, latest: '2026-07-15T15:59:59.000Z' });
  await openApp('/dashboard', server);
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', '/dashboard/reservas');
});

test.each([
  [1, '2026-12-19', 'Tienes 1 solicitud de derechos por responder. Quedan 4 días'],
  [3, '2026-12-14', 'Tienes 3 solicitudes de derechos por responder. La primera: venció ayer'],
])('%s requests of rights, the first due on %s, are named with its clock', async (total, dueOn, name) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-15T15:00:00Z') });
  const server = serverFor();
  server.reply(countRightsRequests, { total, next: { kind: 'access', dueOn, warnOn: dueOn } });
  await openApp('/dashboard', server);
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', '/dashboard/derechos');
});

test('nothing is said about requests while none waits', async () => {
  await openApp('/dashboard', serverFor());
  expect(await screen.findByRole('heading', { name: 'Tu Perfil Profesional' })).toBeVisible();
  expect(screen.queryByText(/solicitud/)).not.toBeInTheDocument();
});
