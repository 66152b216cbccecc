import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { countBookingRequests } from '#contract/booking-requests';
import { ANA, letTimePass, openApp, serverFor } from '#web/testing/open-app.tsx';

const SECTIONS = {
  Agenda: '/dashboard/agenda',
  'Reservas en línea': '/dashboard/reservas',
  Pacientes: '/dashboard/pacientes',
  Cobros: '/dashboard/cobros',
  'Derechos de los pacientes': '/dashboard/derechos',
  'Configuración de Cuenta': '/dashboard/configuracion',
};
const ADMIN_SECTIONS = {
  'Panel de Administración': '/dashboard/admin',
  'Scripts del Sistema': '/dashboard/system-scripts',
};

const menu = async () => within(await screen.findByRole('navigation', { name: 'Menú principal' }));
const entries = async () =>
  Object.fromEntries(
    (await menu()).getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href') ?? '']),
  );

test('the top bar and the menu of a professional have their own entries and nothing more', async () => {
  await openApp('/dashboard', serverFor());
  expect(await entries()).toEqual(SECTIONS);
  const bar = screen.getByRole('banner');
  expect(bar).toHaveTextContent('Ana Pérez Soto');
  expect(within(bar).getByRole('button', { name: 'Cerrar sesión' })).toBeVisible();
  expect(within(bar).getByRole('link', { name: /Ficha Austral/ })).toHaveAttribute('href', '/dashboard');
});

test('the menu of an administrator adds two entries, and each leads to its page', async () => {
  const { profession: _, ...admin } = ANA;
  const { user, address } = await openApp('/dashboard', serverFor({ ...admin, role: 'admin' }));
  const sections = { ...SECTIONS, ...ADMIN_SECTIONS };
  expect(await entries()).toEqual(sections);
  expect(screen.queryByRole('heading', { name: 'Tu Perfil Profesional' })).not.toBeInTheDocument();
  for (const [name, path] of Object.entries(sections)) {
    await user.click((await menu()).getByRole('link', { name }));
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
    expect(address()).toBe(path);
  }
});

test('a new page receives the focus, unless something takes it first', async () => {
  const { user, navigate } = await openApp('/dashboard', serverFor());
  await user.click((await menu()).getByRole('link', { name: 'Agenda' }));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  // A link of the page itself, which is gone with the page.
  await user.click(await screen.findByRole('link', { name: 'Importar citas' }));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  const search = within(screen.getByRole('banner')).getByRole('button', { name: /Buscar/ });
  vi.useFakeTimers();
  await navigate('/dashboard');
  act(() => search.focus());
  await letTimePass(1000);
  expect(search).toHaveFocus();
});

test('the phone menu says how many requests wait, with a dot', async () => {
  const server = serverFor();
  server.reply(countBookingRequests, { total: 2, latest: '2030-01-04T15:05:00.000Z' });
  const { user } = await openApp('/dashboard', server);
  const opener = await screen.findByRole('button', { name: 'Abrir menú, 2 solicitudes por responder' });
  expect(opener.querySelector('span')).toHaveClass('bg-copper');
  await user.click(opener);
  const drawer = within(await screen.findByRole('dialog', { name: 'Menú' }));
  expect(drawer.getByRole('link', { name: /^Reservas en línea/ })).toHaveTextContent('2, 2 por responder');
});

test('the phone menu has no dot while no request waits', async () => {
  await openApp('/dashboard', serverFor());
  const opener = await screen.findByRole('button', { name: 'Abrir menú' });
  expect(opener.querySelector('span')).toBeNull();
});

test('from the phone menu the focus goes to the chosen page, or back to the button', async () => {
  const { user, address } = await openApp('/dashboard', serverFor());
  const opener = await screen.findByRole('button', { name: 'Abrir menú' });
  await user.click(opener);
  await user.click(await screen.findByRole('button', { name: 'Cerrar menú' }));
  await waitFor(() => expect(opener).toHaveFocus());
  await user.click(opener);
  const link = within(await screen.findByRole('dialog', { name: 'Menú' })).getByRole('link', { name: 'Agenda' });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await user.click(link);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(address()).toBe('/dashboard/agenda');
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  await letTimePass(1000);
  expect(screen.getByRole('main')).toHaveFocus();
});
