import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ERRORS } from '#contract/errors';
import { reauthenticate } from '#contract/sessions';
import { fillFields } from '#web/testing/form-fields.ts';
import { ANA, letTimePass, openApp, reloadApp, serverFor } from '#web/testing/open-app.tsx';

const MINUTE = 60_000;
const SECURITY = '/dashboard/configuracion?tab=seguridad';

const lock = () => document.querySelector('dialog.screen-lock');
const unlock = async () => within(await screen.findByRole('dialog', { name: 'Pantalla bloqueada' }));

async function openWithFakeTime() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverFor();
  const app = await openApp(SECURITY, server);
  await screen.findByLabelText('Contraseña actual');
  return { server, ...app };
}

test('after 15 minutes without input the screen locks, and the password continues where the user was', async () => {
  const { server, user } = await openWithFakeTime();
  fillFields({ 'Contraseña actual': 'a medio escribir' });
  await letTimePass(14 * MINUTE);
  await user.keyboard('x');
  await letTimePass(14 * MINUTE);
  expect(lock()).toBeNull();
  await letTimePass(MINUTE + 6000);
  const page = await unlock();
  expect(lock()).toHaveAttribute('open');
  // An account with a passkey may use it instead.
  expect(lock()).not.toHaveTextContent('Escribe tu contraseña');

  server.refuse(reauthenticate, 'WRONG_PASSWORD', 1);
  await user.type(page.getByLabelText('Contraseña'), 'equivocada');
  await user.click(page.getByRole('button', { name: 'Desbloquear' }));
  expect(await page.findByText(ERRORS.WRONG_PASSWORD.message)).toBeInTheDocument();

  server.reply(reauthenticate, undefined);
  await user.click(page.getByRole('button', { name: 'Desbloquear' }));
  await waitFor(() => expect(lock()).toBeNull());
  expect(screen.getByLabelText('Contraseña actual')).toHaveValue('a medio escribirx');
});

test('the lock survives a reload, and applies to the other tabs of the session', async () => {
  const { server } = await openWithFakeTime();
  await letTimePass(16 * MINUTE);
  await unlock();
  await reloadApp('/dashboard', server);
  expect(await screen.findByRole('dialog', { name: 'Pantalla bloqueada' })).toBeInTheDocument();

  // Another tab unlocks it.
  const state = JSON.parse(localStorage.getItem('screenLock') ?? '{}');
  localStorage.setItem('screenLock', JSON.stringify({ ...state, isLocked: false, lastInput: Date.now() }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'screenLock' }));
  await waitFor(() => expect(lock()).toBeNull());
});

test('a user who returns after closing the browser finds the screen locked', async () => {
  const { server, user } = await openWithFakeTime();
  await user.keyboard('x');
  const stored = localStorage.getItem('screenLock') ?? '';
  await letTimePass(20 * MINUTE);
  // As it was when the browser was closed.
  localStorage.setItem('screenLock', stored);
  await reloadApp('/dashboard', server);
  expect(await screen.findByRole('dialog', { name: 'Pantalla bloqueada' })).toBeInTheDocument();
});

test('the time limit is chosen in Seguridad, for the account in this browser', async () => {
  const { user } = await openWithFakeTime();
  const choice = screen.getByLabelText('Bloquear después de');
  expect(choice).toHaveValue('15');
  await user.selectOptions(choice, '5');
  expect(localStorage.getItem(`lockMinutes:${ANA._id}`)).toBe('5');
  await letTimePass(5 * MINUTE + 6000);
  await unlock();
});

test('a locked screen allows a logout; with unsaved text it warns first', async () => {
  const { user } = await openWithFakeTime();
  sessionStorage.setItem(`unsaved:${ANA._id}:nota`, '{}');
  await letTimePass(16 * MINUTE);
  const page = await unlock();
  await user.click(page.getByRole('button', { name: 'Cerrar sesión' }));
  expect(await page.findByText(/Hay texto sin guardar/)).toBeInTheDocument();
  expect(localStorage.getItem('accessToken')).toBe('access');
  await user.click(page.getByRole('button', { name: 'Cerrar sesión igualmente' }));
  await waitFor(() => expect(localStorage.getItem('accessToken')).toBeNull());
});
