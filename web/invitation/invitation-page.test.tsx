import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acceptInvitation, getInvitation } from '#contract/assistants';
import { logout } from '#contract/auth';
import type { MockServer } from '#web/testing/mock-server.ts';
import { ANA, NO_TOKENS, openApp, serverFor, storedTokens } from '#web/testing/open-app.tsx';

const INVITATION = {
  professional: 'Ana Rojas',
  name: 'Marta Soto',
  email: 'marta@ejemplo.cl',
  hasAccount: false,
};
const MARTA = { ...ANA, name: INVITATION.name, email: INVITATION.email, role: 'assistant' as const };
const SIGNED_IN = { accessToken: 'a1', refreshToken: 'r1', user: MARTA, deviceToken: 'd1' };

let leave: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  leave = vi.spyOn(location, 'assign').mockReturnValue();
});
afterEach(() => void vi.restoreAllMocks());

function invitationServer(hasAccount = false): MockServer {
  const server = serverFor();
  server.reply(getInvitation, { ...INVITATION, hasAccount });
  server.reply(acceptInvitation, SIGNED_IN);
  return server;
}

async function open(server: MockServer, signedIn: typeof ANA | null = null) {
  const { user } = await openApp('/invitacion/secreto', server, { signedIn });
  await screen.findByRole('heading', { level: 1 });
  const accept = async (typed: string) => {
    if (typed) await user.type(password(), typed);
    await user.click(screen.getByRole('button', { name: 'Aceptar y entrar' }));
  };
  return { user, accept };
}

const password = () => screen.getByLabelText<HTMLInputElement>(/contraseña$/, { selector: 'input' });

test('says who invites, and a new account chooses its password', async () => {
  const server = invitationServer();
  const { accept } = await open(server);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Ana Rojas te invita a su secretaría');
  expect(screen.getByText('Marta Soto')).toBeVisible();
  expect(screen.getByLabelText('Entrarás con este correo')).toHaveValue('marta@ejemplo.cl');
  expect(password()).toHaveAccessibleName('Crea una contraseña');
  expect(password()).toHaveAttribute('autocomplete', 'new-password');
  expect(password()).toHaveAccessibleDescription(/^Al menos 6 caracteres\./);
  expect(screen.queryByText(/hay una sesión abierta/)).toBeNull();
  expect(screen.queryByRole('link', { name: '¿Olvidaste tu contraseña?' })).toBeNull();
  await accept('clave de Marta');
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/dashboard'));
  expect(storedTokens()).toEqual({ accessToken: 'a1', refreshToken: 'r1' });
  expect(localStorage.getItem('deviceToken')).toBe('d1');
  expect(server.requests(acceptInvitation).map(({ body }) => body)).toEqual([{ password: 'clave de Marta' }]);
});

test('the password is shown on request', async () => {
  const { user } = await open(invitationServer());
  await user.click(screen.getByRole('button', { name: 'Mostrar contraseña' }));
  expect(password()).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Ocultar contraseña' }));
  expect(password()).toHaveAttribute('type', 'password');
});

test.each([
  ['', 'La contraseña es requerida'],
  ['12345', 'La contraseña debe tener al menos 6 caracteres'],
])('a password that cannot be one is not sent: %j', async (typed, error) => {
  const server = invitationServer();
  const { accept } = await open(server);
  await accept(typed);
  expect(password()).toHaveAccessibleDescription(new RegExp(error));
  expect(password()).toHaveFocus();
  expect(server.requests(acceptInvitation)).toEqual([]);
});

test('a person who has an account uses its password, however short', async () => {
  const server = invitationServer(true);
  server.refuse(acceptInvitation, 'WRONG_CREDENTIALS', 1);
  const { user, accept } = await open(server);
  expect(password()).toHaveAccessibleName('Tu contraseña');
  expect(password()).toHaveAttribute('autocomplete', 'current-password');
  expect(password()).toHaveAccessibleDescription(/^Usa la contraseña de tu cuenta de secretaría\./);
  const recovery = screen.getByRole('link', { name: '¿Olvidaste tu contraseña?' });
  expect(recovery).toHaveAttribute('href', '/recuperar-contrasena');
  await accept('mala');
  await waitFor(() => expect(password()).toHaveAccessibleDescription(/Esa no es la contraseña de tu cuenta/));
  await user.clear(password());
  await accept('corta');
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/dashboard'));
});

test('an account with a second factor goes on at the login', async () => {
  const server = invitationServer(true);
  server.reply(acceptInvitation, { challenge: 'c1', methods: ['totp'] });
  const { accept } = await open(server);
  await accept('clave de Marta');
  expect(await screen.findByRole('heading', { name: 'Aceptaste la invitación' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Ir a iniciar sesión' })).toHaveAttribute('href', '/login');
  expect(storedTokens()).toEqual(NO_TOKENS);
  expect(leave).not.toHaveBeenCalled();
});

test('an open session is announced before, and ends when the invitation is accepted', async () => {
  const server = invitationServer();
  server.reply(logout, undefined);
  const { accept } = await open(server, ANA);
  expect(screen.getByText(/hay una sesión abierta/)).toBeVisible();
  expect(storedTokens()).toEqual({ accessToken: 'access', refreshToken: 'refresh' });
  await accept('clave de Marta');
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/dashboard'));
  expect(server.requests(logout).map(({ body }) => body)).toEqual([{ refreshToken: 'refresh' }]);
  expect(storedTokens()).toEqual({ accessToken: 'a1', refreshToken: 'r1' });
});

test.each([getInvitation, acceptInvitation])('an ended link shows one and the same page: %o', async (endpoint) => {
  const server = invitationServer();
  server.refuse(endpoint, 'LINK_ENDED');
  const { accept } = await open(server);
  if (endpoint === acceptInvitation) await accept('clave de Marta');
  expect(await screen.findByRole('heading', { name: 'Este enlace ya no es válido' })).toBeVisible();
  expect(screen.getByText(/pide una nueva a quien te invitó/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Aceptar y entrar' })).toBeNull();
});

test('without a connection the password stays, and the request is repeated', async () => {
  const server = invitationServer();
  server.disconnect(acceptInvitation, 1);
  const { user, accept } = await open(server);
  await accept('clave de Marta');
  expect(await screen.findByText(/No pudimos conectarnos/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/dashboard'));
});

test('a page that could not be loaded is loaded again', async () => {
  const server = invitationServer();
  server.disconnect(getInvitation, 1);
  const { user } = await open(server);
  expect(await screen.findByRole('heading', { name: 'No pudimos mostrar la invitación' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});
