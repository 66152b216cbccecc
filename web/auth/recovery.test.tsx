import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import {
  confirmEmail,
  confirmRecovery,
  RECOVERY_REQUESTED_MESSAGE,
  requestConfirmationMail,
  requestRecovery,
} from '#contract/recovery';
import { fillFields } from '#web/testing/form-fields.ts';
import { ANA, expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';

const TOKEN = 'Zm9vYmFyLXRva2VuLWRlLXBydWViYS0xMjM0NTY3ODk';
const guest = { signedIn: null };
const button = (name: string) => screen.findByRole('button', { name });

const turnMailOn = () => {
  document.documentElement.dataset.mail = 'on';
};
afterEach(() => {
  delete document.documentElement.dataset.mail;
});

test('with mail, recovery asks for the email, answers the same to everyone and keeps the five steps', async () => {
  turnMailOn();
  const server = serverFor();
  server.reply(requestRecovery, { message: RECOVERY_REQUESTED_MESSAGE });
  const { user } = await openApp('/recuperar-contrasena', server, guest);
  await user.click(await button('Enviar enlace'));
  expect(await screen.findByText('El email es requerido')).toBeVisible();
  expect(server.requests(requestRecovery)).toEqual([]);

  fillFields({ Email: 'ANA@ejemplo.cl' });
  await user.click(await button('Enviar enlace'));
  expect(await screen.findByRole('status')).toHaveTextContent(RECOVERY_REQUESTED_MESSAGE);
  expect(server.requests(requestRecovery).map(({ body }) => body)).toEqual([{ email: 'ana@ejemplo.cl' }]);
  const main = screen.getByRole('main');
  expect(within(within(main).getByRole('list')).getAllByRole('listitem')).toHaveLength(5);
  expect(main).not.toHaveTextContent('no la abrimos con un enlace automático');
});

test('a failed request is reported and can be repeated', async () => {
  turnMailOn();
  const server = serverFor();
  server.refuse(requestRecovery, 'TOO_MANY_TRIES', 1);
  const { user } = await openApp('/recuperar-contrasena', server, guest);
  await screen.findByLabelText('Email');
  fillFields({ Email: 'ana@ejemplo.cl' });
  await user.click(await button('Enviar enlace'));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Demasiados intentos'));
  expect(await button('Enviar enlace')).toBeEnabled();
});

test('the link leads to the new password, and the token leaves the address', async () => {
  const server = serverFor();
  server.reply(confirmRecovery, undefined);
  const { user, address } = await openApp(`/nueva-contrasena#${TOKEN}`, server, guest);
  await waitFor(() => expect(address()).toBe('/nueva-contrasena'));
  fillFields({ 'Nueva contraseña': 'otra clave', 'Confirmar nueva contraseña': 'otra clav' });
  await user.click(await button('Guardar contraseña'));
  expect(await screen.findByText('Las contraseñas no coinciden')).toBeVisible();
  fillFields({ 'Confirmar nueva contraseña': 'otra clave' });
  await user.click(await button('Guardar contraseña'));
  expect(await screen.findByText(/Tu contraseña cambió/)).toBeVisible();
  expect(server.requests(confirmRecovery).map(({ body }) => body)).toEqual([{ token: TOKEN, password: 'otra clave' }]);
  expect(screen.getByRole('link', { name: 'Ir a iniciar sesión' })).toHaveAttribute('href', '/login');
});

test('a used or expired link is reported and leads to a new request', async () => {
  const server = serverFor();
  server.refuse(confirmRecovery, 'LINK_INVALID');
  const { user } = await openApp(`/nueva-contrasena#${TOKEN}`, server, guest);
  await screen.findByLabelText(/^Nueva contraseña/);
  fillFields({ 'Nueva contraseña': 'otra clave', 'Confirmar nueva contraseña': 'otra clave' });
  await user.click(await button('Guardar contraseña'));
  expect(await screen.findByText('El enlace ya se usó o venció. Pide uno nuevo.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Pedir otro enlace' })).toHaveAttribute('href', '/recuperar-contrasena');
});

test('the email is confirmed with a button, and only then', async () => {
  const server = serverFor();
  server.reply(confirmEmail, undefined);
  const { user, address } = await openApp(`/confirmar-correo#${TOKEN}`, server, guest);
  const confirm = await button('Confirmar mi correo');
  await waitFor(() => expect(address()).toBe('/confirmar-correo'));
  expect(server.requests(confirmEmail)).toEqual([]);
  await user.click(confirm);
  expect(await screen.findByText(/confirmaste que esta dirección de correo es tuya/)).toBeVisible();
  expect(server.requests(confirmEmail).map(({ body }) => body)).toEqual([{ token: TOKEN }]);
});

test('an unconfirmed account sees a notice that can be closed, and requests another link there', async () => {
  const unconfirmed = { ...ANA, emailUnconfirmed: true };
  const server = serverFor(unconfirmed);
  server.reply(requestConfirmationMail, { message: 'Te enviamos un enlace para confirmar tu correo.' });
  const { user } = await openApp('/dashboard', server, { signedIn: unconfirmed });
  const notice = await screen.findByRole('region', { name: 'Correo sin confirmar' });
  expect(notice).toHaveTextContent('Falta confirmar tu correo, ana@ejemplo.cl.');
  await user.click(await button('Enviar enlace'));
  await expectToast('Te enviamos un enlace para confirmar tu correo.');
  expect(server.requests(requestConfirmationMail)).toHaveLength(1);
  await user.click(await button('Ahora no'));
  expect(screen.queryByRole('region', { name: 'Correo sin confirmar' })).toBeNull();
});

test('a confirmed account does not see the notice', async () => {
  await openApp('/dashboard', serverFor());
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('region', { name: 'Correo sin confirmar' })).toBeNull();
});
