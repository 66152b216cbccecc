import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { changePassword } from '#contract/account';
import { logout, me } from '#contract/auth';
import { ERRORS } from '#contract/errors';
import { expectFieldError, expectNoFieldError, fillFields } from '#web/testing/form-fields.ts';
import { ANA, expectToast, NO_TOKENS, openApp, serverFor, storedTokens } from '#web/testing/open-app.tsx';

const SECURITY = '/dashboard/configuracion?tab=seguridad';
const PASSWORD = 'clave-de-prueba';
const NEW_PASSWORD = 'otra-clave-de-prueba';

const field = (label: string) => screen.getByLabelText(label);
const button = (name: string) => screen.findByRole('button', { name });

interface Passwords {
  current?: string;
  next?: string;
  again?: string;
}

function fillPasswords({ current = PASSWORD, next = NEW_PASSWORD, again = next }: Passwords = {}): void {
  fillFields({ 'Contraseña actual': current, 'Nueva contraseña': next, 'Confirmar nueva contraseña': again });
}

/** As the server refuses a password, with the field that it is about. */
function refusal(code: 'WRONG_PASSWORD' | 'SAME_PASSWORD', refusedField: string) {
  const { message } = ERRORS[code];
  return { code, error: message, message, details: [{ field: refusedField, message }] };
}

test('each password error is shown under its field and nothing is sent', async () => {
  const server = serverFor();
  const { user } = await openApp(SECURITY, server);
  const update = await button('Actualizar contraseña');
  expect(screen.getByText(/se cerrarán las demás sesiones de tu cuenta/)).toBeVisible();
  await user.click(update);
  await waitFor(() => expectFieldError(field('Contraseña actual'), 'La contraseña actual es requerida'));
  expectFieldError(field('Nueva contraseña'), 'La nueva contraseña es requerida');
  expectFieldError(field('Confirmar nueva contraseña'), 'Confirma tu nueva contraseña');

  fillPasswords({ next: '12345', again: '123456' });
  await user.click(update);
  await waitFor(() => expectFieldError(field('Nueva contraseña'), 'La contraseña debe tener al menos 6 caracteres'));
  expectFieldError(field('Confirmar nueva contraseña'), 'Las contraseñas no coinciden');
  fillFields({ 'Nueva contraseña': '123456' });
  await waitFor(() => expectNoFieldError(field('Confirmar nueva contraseña')));
  expect(server.requests(changePassword)).toEqual([]);

  const autocomplete = { 'Contraseña actual': 'current-password', 'Nueva contraseña': 'new-password' };
  for (const [label, value] of Object.entries(autocomplete)) {
    expect(field(label)).toHaveAttribute('autocomplete', value);
    expect(field(label)).toHaveAttribute('type', 'password');
  }
  const [show] = screen.getAllByLabelText('Mostrar contraseña');
  if (show) await user.click(show);
  expect(field('Contraseña actual')).toHaveAttribute('type', 'text');
});

test('a refusal of the server is shown at its field; a changed password is announced and the form is emptied', async () => {
  const server = serverFor();
  const { user } = await openApp(SECURITY, server);
  const submit = async () => user.click(await button('Actualizar contraseña'));
  await button('Actualizar contraseña');
  server.respond(changePassword, 400, refusal('WRONG_PASSWORD', 'currentPassword'), 1);
  fillPasswords({ current: 'equivocada' });
  await submit();
  await expectToast('La contraseña actual no es correcta');
  await waitFor(() => expect(field('Contraseña actual')).toHaveFocus());
  expectFieldError(field('Contraseña actual'), 'La contraseña actual no es correcta');

  server.respond(changePassword, 400, refusal('SAME_PASSWORD', 'newPassword'), 1);
  fillPasswords({ next: PASSWORD });
  await submit();
  await waitFor(() =>
    expectFieldError(field('Nueva contraseña'), 'La nueva contraseña debe ser distinta de la actual'),
  );
  server.respond(changePassword, 500, {}, 1);
  fillPasswords();
  await submit();
  await expectToast('No se pudo actualizar la contraseña');

  const release = server.hold(changePassword);
  await submit();
  expect(await button('Actualizando...')).toBeDisabled();
  const message = 'Contraseña actualizada correctamente. Cerramos otra sesión que estaba abierta.';
  release({ message });
  await expectToast(`Éxito${message}`);
  const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  expect(server.requests(changePassword).at(-1)?.body).toEqual(body);
  for (const label of ['Contraseña actual', 'Nueva contraseña', 'Confirmar nueva contraseña']) {
    expect(field(label)).toHaveValue('');
    expectNoFieldError(field(label));
  }
});

const TEMPORARY = { level: 1, name: 'Elige una nueva contraseña' };

test('with a temporary password only a new one can be chosen; then the requested page opens', async () => {
  const server = serverFor();
  server.reply(me, { ...ANA, mustChangePassword: true }, 1);
  server.reply(changePassword, { message: '' });
  const { user, address } = await openApp(SECURITY, server);
  expect(await screen.findByRole('heading', TEMPORARY)).toBeVisible();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  fillPasswords({ current: '12345678-5' });
  await user.click(await button('Actualizar contraseña'));
  await expectToast('Contraseña actualizada correctamente');
  expect(await screen.findByRole('heading', { level: 1, name: 'Configuración de Cuenta' })).toBeVisible();
  expect(address()).toBe(SECURITY);
  expect(screen.getByRole('main')).toHaveFocus();
});

test('a user who does not choose a password can log out', async () => {
  const server = serverFor();
  server.reply(me, { ...ANA, mustChangePassword: true });
  server.reply(logout, undefined);
  const leave = vi.spyOn(location, 'assign').mockReturnValue();
  const { user } = await openApp('/dashboard', server);
  expect(await screen.findByRole('heading', TEMPORARY)).toBeVisible();
  await user.click(await button('Cerrar sesión'));
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/'));
  expect(server.requests(logout).map(({ body }) => body)).toEqual([{ refreshToken: 'refresh' }]);
  expect(storedTokens()).toEqual(NO_TOKENS);
});

test.each([
  ['with the temporary password', true],
  ['from another page', undefined],
])('logging out asks before it deletes unsaved text: %s', async (_, mustChangePassword) => {
  const server = serverFor();
  server.reply(me, { ...ANA, mustChangePassword });
  server.reply(logout, undefined);
  const leave = vi.spyOn(location, 'assign').mockReturnValue();
  const unsaved = `unsaved:${ANA._id}:nota`;
  sessionStorage.setItem(unsaved, '{"values":{"reason":"Cefalea"}}');
  const { user } = await openApp('/dashboard', server);
  const question = () => screen.findByRole('alertdialog', { name: '¿Cerrar sesión sin guardar?' });
  await user.click(await button('Cerrar sesión'));
  expect(await question()).toHaveTextContent('Si cierras la sesión, se perderá.');
  await user.click(within(await question()).getByRole('button', { name: 'Cancelar' }));
  expect(await button('Cerrar sesión')).toHaveFocus();
  expect(sessionStorage.getItem(unsaved)).not.toBeNull();

  await user.click(await button('Cerrar sesión'));
  await user.click(within(await question()).getByRole('button', { name: 'Cerrar sesión' }));
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/'));
  expect(sessionStorage.getItem(unsaved)).toBeNull();
  expect(storedTokens()).toEqual(NO_TOKENS);
});

test('a new password that is easy to guess shows a warning while it is typed, and is accepted', async () => {
  const server = serverFor();
  server.reply(me, { ...ANA, email: 'aperez.soto@ejemplo.cl', rut: '12345678-5' });
  server.reply(changePassword, { message: 'Contraseña actualizada correctamente' });
  const { user } = await openApp(SECURITY, server);
  await button('Actualizar contraseña');
  for (const [next, reason] of [
    ['qwertyuiop', /Es una de las contraseñas más comunes/],
    ['xaperez.soto', /Contiene tu correo/],
    ['PEREZ-1980', /Contiene tu nombre/],
    ['12.345.678-5', /Contiene tu RUT/],
  ] as const) {
    fillPasswords({ next });
    await waitFor(() => expect(field('Nueva contraseña')).toHaveAccessibleDescription(reason));
    expectNoFieldError(field('Nueva contraseña'));
  }
  await user.click(await button('Actualizar contraseña'));
  await expectToast('Contraseña actualizada correctamente');
});
