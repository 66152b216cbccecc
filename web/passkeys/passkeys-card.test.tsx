import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { me } from '#contract/auth';
import { ERRORS } from '#contract/errors';
import { MAX_PASSKEYS } from '#contract/passkey-errors';
import { addPasskey, beginPasskey, listPasskeys, type Passkey, removePasskey } from '#contract/passkeys';
import { reauthenticate } from '#contract/sessions';
import { deviceName } from '#web/passkeys/device-name.ts';
import { cancelled, ENCODED, fakeAuthenticator, giveChallenges } from '#web/testing/fake-authenticator.ts';
import { expectFieldError } from '#web/testing/form-fields.ts';
import { ANA, expectToast, openApp, reloadApp, serverFor } from '#web/testing/open-app.tsx';
import { isAwaitingPart } from '#web/ui/on-demand.tsx';

const SECURITY = '/dashboard/configuracion?tab=seguridad';
const LAPTOP: Passkey = {
  _id: '0197a000-0000-7000-8000-0000000000e1',
  name: 'Notebook de la consulta',
  createdAt: '2026-11-02T13:00:00.000Z',
  lastUsedAt: '2026-11-18T14:30:00.000Z',
};
const OLD: Passkey = { ...LAPTOP, _id: '0197a000-0000-7000-8000-0000000000e2', name: 'iPhone', formerHost: 'antes.cl' };

async function openCard(passkeys: Passkey[] = []) {
  const server = serverFor();
  giveChallenges(server);
  server.reply(listPasskeys, passkeys);
  const app = await openApp(SECURITY, server);
  const title = await screen.findByRole('heading', { name: 'Llaves de acceso' });
  const card = within(title.closest('section') as HTMLElement);
  return { server, card, ...app };
}

async function openDialog() {
  const opened = await openCard();
  await opened.user.click(await opened.card.findByRole('button', { name: 'Agregar llave de acceso' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Agregar llave de acceso' }));
  const proceed = () => opened.user.click(dialog.getByRole('button', { name: 'Continuar' }));
  return { ...opened, dialog, proceed };
}

test('each passkey says when it was made and used, and a passkey of a former address says that it no longer works', async () => {
  fakeAuthenticator();
  const { lastUsedAt: _, ...unused } = LAPTOP;
  const { card } = await openCard([LAPTOP, { ...unused, _id: OLD._id.replace('e2', 'e3'), name: 'Sin usar' }, OLD]);
  const rows = await card.findAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('Notebook de la consultaCreada el 02/11/2026 · Último uso: 18/11/2026 11:30');
  expect(rows[1]).toHaveTextContent('Sin uso todavía');
  expect(rows[2]).toHaveTextContent('No funciona aquí');
  expect(rows[2]).toHaveTextContent(/Se creó para antes\.cl.*ya no sirve\. Puedes eliminarla/);
});

test('a passkey is added with the name of the device, which can be changed', async () => {
  fakeAuthenticator();
  const { server, user, card, dialog, proceed } = await openDialog();
  expect(dialog.getByText(/No agregues una en un computador donde otras personas/)).toBeVisible();
  const name = dialog.getByLabelText(/^Nombre/);
  expect(name).toHaveFocus();
  await user.clear(name);
  await proceed();
  await waitFor(() => expectFieldError(name, 'Escribe un nombre con letras o números'));
  await user.type(name, '🔑');
  await proceed();
  expectFieldError(name, 'Escribe un nombre con letras o números');
  expect(server.requests(beginPasskey)).toEqual([]);
  await user.clear(name);
  await user.type(name, 'Notebook de la consulta');
  server.reply(addPasskey, LAPTOP);
  server.reply(listPasskeys, [LAPTOP]);
  await proceed();
  await expectToast('Llave de acceso agregada');
  expect(await card.findByText('Notebook de la consulta')).toBeVisible();
  expect(server.requests(addPasskey)[0]?.body).toMatchObject({
    name: 'Notebook de la consulta',
    response: { id: 'llave', response: { attestationObject: ENCODED, transports: ['internal'] } },
  });
});

test('the dialog says what the device, the browser or the server refused, and stays open', async () => {
  const { create } = fakeAuthenticator();
  const { server, dialog, proceed } = await openDialog();
  create.mockRejectedValueOnce(new DOMException('excluded', 'InvalidStateError'));
  await proceed();
  expect(await dialog.findByText('Este dispositivo ya tiene una llave de acceso de tu cuenta')).toBeVisible();
  server.refuse(addPasskey, 'TOO_MANY_PASSKEYS', 1);
  await proceed();
  expect(await dialog.findByText(ERRORS.TOO_MANY_PASSKEYS.message)).toBeVisible();
  create.mockRejectedValueOnce(cancelled());
  await proceed();
  await waitFor(() => expect(create).toHaveBeenCalledTimes(3));
  await waitFor(() => expect(dialog.queryByText(ERRORS.TOO_MANY_PASSKEYS.message)).toBeNull());
  expect(dialog.getByRole('button', { name: 'Continuar' })).toBeEnabled();
  expect(document.querySelector('.toast')).toBeNull();
});

test('an earlier refusal goes when the name is wrong', async () => {
  fakeAuthenticator();
  const { server, user, dialog, proceed } = await openDialog();
  server.refuse(addPasskey, 'TOO_MANY_PASSKEYS', 1);
  await proceed();
  expect(await dialog.findByText(ERRORS.TOO_MANY_PASSKEYS.message)).toBeVisible();
  const name = dialog.getByLabelText(/^Nombre/);
  await user.clear(name);
  await proceed();
  await waitFor(() => expectFieldError(name, 'Escribe un nombre con letras o números'));
  expect(dialog.queryByText(ERRORS.TOO_MANY_PASSKEYS.message)).toBeNull();
});

test('a passkey that the server stored before its answer was lost is listed', async () => {
  fakeAuthenticator();
  const { server, card, dialog, proceed } = await openDialog();
  server.respond(addPasskey, 500, {}, 1);
  server.reply(listPasskeys, [LAPTOP]);
  await proceed();
  expect(await card.findByText(LAPTOP.name)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Continuar' })).toBeEnabled();
});

test('leaving the dialog withdraws the prompt of the browser', async () => {
  const { create } = fakeAuthenticator();
  const never = Promise.withResolvers<unknown>();
  create.mockReturnValueOnce(never.promise);
  const { user, proceed } = await openDialog();
  await proceed();
  await waitFor(() => expect(create).toHaveBeenCalled());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(create.mock.calls[0]?.[0].signal?.aborted).toBe(true));
});

test('a passkey is removed after a confirmation and fresh proof, which a passkey gives too', async () => {
  fakeAuthenticator();
  const { server, user, card } = await openCard([LAPTOP]);
  server.refuse(removePasskey, 'REAUTHENTICATE', 1);
  await user.click(await card.findByRole('button', { name: 'Eliminar la llave de acceso Notebook de la consulta' }));
  expect(await screen.findByText(/Ya no podrás entrar con/)).toHaveTextContent('Tu contraseña sigue sirviendo.');
  await user.click(screen.getByRole('button', { name: 'Sí, eliminar' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }));

  const usePasskey = await asked.findByRole('button', { name: 'Usar llave de acceso' });
  expect(screen.getByRole('dialog')).not.toHaveTextContent('Escribe tu contraseña');
  expect(screen.getByRole('dialog')).toHaveTextContent(/Confirmar\s*o\s*Usar llave de acceso/);
  server.refuse(reauthenticate, 'WRONG_PASSKEY', 1);
  await user.click(usePasskey);
  expect(await asked.findByText(ERRORS.WRONG_PASSKEY.message)).toBeVisible();
  expect(usePasskey).toHaveFocus();

  server.reply(reauthenticate, undefined);
  server.reply(removePasskey, undefined);
  server.reply(listPasskeys, []);
  await user.click(usePasskey);
  await expectToast('Llave de acceso eliminada');
  expect(server.requests(reauthenticate)[1]?.body).toMatchObject({ passkey: { challenge: 'desafio-2' } });
  expect(await card.findByText('Aún no tienes llaves de acceso.')).toBeVisible();
  await waitFor(() => expect(card.getByRole('button', { name: 'Agregar llave de acceso' })).toHaveFocus());
});

test('a passkey already removed in another window counts as removed', async () => {
  const { server, user, card } = await openCard([LAPTOP]);
  server.refuse(removePasskey, 'NOT_FOUND', 1);
  await user.click(await card.findByRole('button', { name: /^Eliminar/ }));
  server.reply(listPasskeys, []);
  await user.click(screen.getByRole('button', { name: 'Sí, eliminar' }));
  await expectToast('Llave de acceso eliminada');
  expect(await card.findByText('Aún no tienes llaves de acceso.')).toBeVisible();
});

test('a browser without passkeys offers none as a proof, though the card has loaded the list', async () => {
  const { server, user, card } = await openCard([LAPTOP]);
  server.refuse(removePasskey, 'REAUTHENTICATE', 1);
  await user.click(await card.findByRole('button', { name: /^Eliminar/ }));
  await user.click(screen.getByRole('button', { name: 'Sí, eliminar' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }));
  await waitFor(() => expect(isAwaitingPart()).toBe(false));
  expect(asked.queryByRole('button', { name: 'Usar llave de acceso' })).toBeNull();
  await user.click(asked.getByRole('button', { name: 'Cancelar' }));
  await expectToast(ERRORS.REAUTHENTICATE.message);
});

test('the cards of the password and of the second factor say that usable passkeys go on working', async () => {
  const { server } = await openCard([LAPTOP]);
  const text = /Tus llaves de acceso siguen sirviendo\. Si alguien más pudo agregar una, elimínala más abajo\./;
  expect(await screen.findByText(/se cerrarán las demás sesiones/)).toHaveTextContent(text);
  expect(screen.getAllByText(text)).toHaveLength(1);
  server.reply(me, { ...ANA, secondFactor: 'on' });
  await reloadApp(SECURITY, server);
  await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
  server.reply(listPasskeys, [OLD]);
  await reloadApp(SECURITY, server);
  expect(await screen.findByText('No funciona aquí')).toBeVisible();
  expect(screen.queryByText(text)).toBeNull();
});

test('where passkeys cannot be added, the card says why and still removes them', async () => {
  const { card } = await openCard([LAPTOP]);
  expect(await card.findByText(/Este navegador no permite agregar llaves de acceso/)).toBeVisible();
  expect(await card.findByRole('button', { name: /^Eliminar/ })).toBeVisible();
  expect(card.queryByRole('button', { name: 'Agregar llave de acceso' })).toBeNull();
});

test('without HTTPS the card names the address as the reason', async () => {
  vi.stubGlobal('isSecureContext', false);
  const { card } = await openCard();
  expect(await card.findByText(/porque no comienza con «https:\/\/»/)).toBeVisible();
});

test('with as many passkeys as an account may have, one must be removed first', async () => {
  fakeAuthenticator();
  const many = Array.from({ length: MAX_PASSKEYS }, (_, i) => ({ ...LAPTOP, _id: `llave-${i}` }));
  const { card, server } = await openCard(many);
  expect(await card.findByText(/Tienes 20 llaves de acceso, el máximo/)).toBeVisible();
  expect(card.queryByRole('button', { name: 'Agregar llave de acceso' })).toBeNull();
  expect(server.requests(beginPasskey)).toEqual([]);
});

test.each([
  ['Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 0],
  ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5],
  ['Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0],
  ['iPad', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5],
  ['Android', 'Mozilla/5.0 (Linux; Android 16)', 5],
  ['Chromebook', 'Mozilla/5.0 (X11; CrOS x86_64 16000)', 0],
  ['Linux', 'Mozilla/5.0 (X11; Linux x86_64)', 0],
  ['Mi dispositivo', 'Otro', 0],
])('the device is called %s', (name, userAgent, maxTouchPoints) => {
  expect(deviceName({ userAgent, maxTouchPoints })).toBe(name);
});
