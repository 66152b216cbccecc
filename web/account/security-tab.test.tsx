import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changePassword } from '#contract/account';
import { me, refresh } from '#contract/auth';
import { ERRORS } from '#contract/errors';
import * as secondFactor from '#contract/second-factor';
import { endOtherSessions, endSession, listSessions, reauthenticate } from '#contract/sessions';
import { fillFields } from '#web/testing/form-fields.ts';
import { ANA, expectToast, openApp, serverFor, storedTokens, THIS_SESSION } from '#web/testing/open-app.tsx';

const SECURITY = '/dashboard/configuracion?tab=seguridad';
const PHONE = {
  ...THIS_SESSION,
  _id: '0197a000-0000-7000-8000-0000000000bb',
  current: false,
  device: 'Safari en iPhone',
};

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = (name: string) => screen.findByRole('dialog', { name });

test('each device says when it was used, and is logged out alone or with the others', async () => {
  const server = serverFor();
  server.reply(listSessions, [THIS_SESSION, PHONE]);
  server.reply(endSession, undefined);
  server.reply(endOtherSessions, undefined);
  const { user } = await openApp(SECURITY, server);
  const phone = (await screen.findByText('Safari en iPhone')).closest('li');
  expect(phone).toHaveTextContent('Primer uso: 01/07/2026 09:00 · Último uso: 15/07/2026 10:30');
  const own = screen.getByText('Firefox en Windows').closest('li');
  expect(own).toHaveTextContent('Esta sesión');
  expect(within(own as HTMLElement).queryByRole('button')).toBeNull();

  await user.click(await button(/^Cerrar sesión de Safari en iPhone/));
  await expectToast('Sesión cerrada');
  expect(server.requests(endSession).map(({ url }) => url.pathname)).toEqual([`/api/auth/sessions/${PHONE._id}`]);

  await user.click(await button('Cerrar las demás'));
  await user.click(await button('Sí, cerrarlas'));
  await expectToast('Cerramos las demás sesiones');
  server.reply(listSessions, [THIS_SESSION]);
  await waitFor(() => expect(server.requests(endOtherSessions)).toHaveLength(1));
});

test('two-step verification is enabled with a code, and the recovery codes are shown once', async () => {
  const server = serverFor();
  const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  server.reply(secondFactor.beginTotp, { secret, uri: `otpauth://totp/Ficha%20Austral:ana?secret=${secret}` });
  const { user } = await openApp(SECURITY, server);
  await user.click(await button('Activar'));
  const setup = within(await dialog('Activar la verificación en dos pasos'));
  expect(setup.getByRole('img', { name: /Código QR/ })).toBeVisible();
  expect(setup.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeVisible();
  expect(setup.getByLabelText('Código de la aplicación')).toHaveFocus();

  const details = [{ field: 'code', message: ERRORS.WRONG_CODE.message }];
  server.respond(secondFactor.confirmTotp, 400, { code: 'WRONG_CODE', error: ERRORS.WRONG_CODE.message, details }, 1);
  await user.type(setup.getByLabelText('Código de la aplicación'), '000000');
  await user.click(setup.getByRole('button', { name: 'Activar' }));
  expect(await setup.findByText(ERRORS.WRONG_CODE.message)).toBeVisible();

  server.reply(secondFactor.confirmTotp, { recoveryCodes: ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'] });
  server.reply(me, { ...ANA, secondFactor: 'on' });
  await user.click(setup.getByRole('button', { name: 'Activar' }));
  const codes = within(await dialog('Guarda tus códigos de recuperación'));
  expect(codes.getByLabelText('Códigos de recuperación')).toHaveValue('AAAA-BBBB-CCCC-DDDD\nEEEE-FFFF-GGGG-HHHH');
  await user.click(codes.getByRole('button', { name: 'Los guardé' }));
  expect(await screen.findByText('Activada')).toBeVisible();
});

test('closing without enabling returns the focus to the button', async () => {
  const server = serverFor();
  const begin = server.hold(secondFactor.beginTotp);
  const { user } = await openApp(SECURITY, server);
  const activate = await button('Activar');
  activate.focus();
  await user.keyboard('{Enter}');
  // Browsers take the focus from a button that is disabled.
  await waitFor(() => expect(activate).toHaveTextContent('Preparando...'));
  expect(activate).toBeEnabled();
  begin({ secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', uri: 'otpauth://totp/ana' });
  await dialog('Activar la verificación en dos pasos');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(activate).toHaveFocus());
});

test('two-step verification is disabled with the password', async () => {
  const server = serverFor({ ...ANA, secondFactor: 'on' });
  server.reply(secondFactor.removeTotp, undefined);
  const { user } = await openApp(SECURITY, server);
  await user.click(await button('Desactivar'));
  const removal = within(await dialog('Desactivar la verificación en dos pasos'));
  await user.type(removal.getByLabelText('Contraseña'), 'clave-de-prueba');
  server.reply(me, ANA);
  await user.click(removal.getByRole('button', { name: 'Desactivar' }));
  await expectToast('Verificación en dos pasos desactivada');
  expect(server.requests(secondFactor.removeTotp).map(({ body }) => body)).toEqual([{ password: 'clave-de-prueba' }]);
  expect(await button('Activar')).toBeVisible();
});

test('a session that has not proved a code asks for one before disabling', async () => {
  const server = serverFor({ ...ANA, secondFactor: 'on' });
  const { status, message } = ERRORS.REAUTHENTICATE;
  const details = [{ field: 'code', message: 'Escribe un código' }];
  server.respond(secondFactor.removeTotp, status, { error: message, message, code: 'REAUTHENTICATE', details });
  const { user } = await openApp(SECURITY, server);
  await user.click(await button('Desactivar'));
  const removal = within(await dialog('Desactivar la verificación en dos pasos'));
  await user.type(removal.getByLabelText('Contraseña'), 'clave-de-prueba');
  await user.click(removal.getByRole('button', { name: 'Desactivar' }));
  const asked = within(await dialog('Confirma que eres tú'));
  expect(asked.queryByLabelText('Contraseña')).toBeNull();
  await user.type(asked.getByLabelText('Código'), '123456');
  server.reply(reauthenticate, undefined);
  server.reply(secondFactor.removeTotp, undefined);
  await user.click(asked.getByRole('button', { name: 'Confirmar' }));
  await expectToast('Verificación en dos pasos desactivada');
  expect(server.requests(reauthenticate).map(({ body }) => body)).toEqual([{ code: '123456' }]);
});

test('after a password change the session continues with the new token', async () => {
  const server = serverFor();
  server.reply(changePassword, { message: 'Contraseña actualizada correctamente.', refreshToken: 'renovado' });
  const { user } = await openApp(SECURITY, server);
  await button('Actualizar contraseña');
  fillFields({
    'Contraseña actual': 'clave-de-prueba',
    'Nueva contraseña': 'otra-clave',
    'Confirmar nueva contraseña': 'otra-clave',
  });
  await user.click(await button('Actualizar contraseña'));
  await expectToast('Contraseña actualizada correctamente.');
  expect(storedTokens().refreshToken).toBe('renovado');
  expect(server.requests(refresh)).toEqual([]);
  expect(screen.getByRole('heading', { name: 'Configuración de Cuenta' })).toBeVisible();
});
