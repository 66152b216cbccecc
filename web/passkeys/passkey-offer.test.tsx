import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { login, type User } from '#contract/auth';
import { addPasskey, listPasskeys, type Passkey, removePasskey } from '#contract/passkeys';
import { cancelled, fakeAuthenticator, giveChallenges } from '#web/testing/fake-authenticator.ts';
import { fillFields } from '#web/testing/form-fields.ts';
import type { MockServer } from '#web/testing/mock-server.ts';
import { ANA, expectToast, openApp, reloadApp, serverFor } from '#web/testing/open-app.tsx';

const SECURITY = '/dashboard/configuracion?tab=seguridad';
const PASSKEY: Passkey = {
  _id: '0197a000-0000-7000-8000-0000000000e1',
  name: 'Linux',
  createdAt: '2026-11-02T13:00:00.000Z',
};
const offer = () => screen.findByRole('region', { name: 'Llave de acceso' });
const noOffer = () => expect(screen.queryByRole('region', { name: 'Llave de acceso' })).toBeNull();

async function logIn({ account = ANA, passkeys = [] }: { account?: User; passkeys?: Passkey[] } = {}) {
  const server = serverFor(account);
  giveChallenges(server);
  server.reply(listPasskeys, passkeys);
  server.reply(login, { accessToken: 'a1', refreshToken: 'r1', user: account });
  const app = await openApp('/login', server, { signedIn: null });
  fillFields({ Email: 'ana@ejemplo.cl', Contraseña: 'clave-de-prueba' });
  await app.user.click(screen.getByRole('button', { name: 'Iniciar Sesión' }));
  await waitFor(() => expect(app.address()).toBe('/dashboard'));
  return { server, ...app };
}

test('after a login by password one press adds a passkey; a closed prompt changes nothing', async () => {
  const { create } = fakeAuthenticator();
  create.mockRejectedValueOnce(cancelled());
  const { user, server } = await logIn();
  expect(await offer()).toHaveTextContent(/La próxima vez, entra con tu huella/);
  const add = screen.getByRole('button', { name: 'Agregar llave de acceso' });
  await user.click(add);
  await waitFor(() => expect(create).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(add).toHaveTextContent('Agregar llave de acceso'));
  expect(server.requests(addPasskey)).toEqual([]);

  server.reply(addPasskey, PASSKEY);
  server.reply(listPasskeys, [PASSKEY]);
  await user.click(add);
  await expectToast('Llave de acceso agregada');
  await waitFor(noOffer);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveFocus();
});

test.each([
  ['a computer', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', /Mejor no en un computador donde otras personas/],
  ['a telephone', 'Mozilla/5.0 (Linux; Android 10; K) Mobile', /Tu contraseña sigue sirviendo\.$/],
])('on %s, the offer warns of other users only where there may be some', async (_, userAgent, text) => {
  fakeAuthenticator();
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  await logIn();
  expect(await screen.findByText(/Tu contraseña sigue sirviendo/)).toHaveTextContent(text);
});

test('it is offered once, whether it is answered or not', async () => {
  fakeAuthenticator();
  const { server } = await logIn();
  await offer();
  await reloadApp('/dashboard', server);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Ana Pérez Soto');
  noOffer();
});

test('dismissed, it does not return with the next login', async () => {
  fakeAuthenticator();
  const { user } = await logIn();
  await offer();
  await user.click(screen.getByRole('button', { name: 'Ahora no' }));
  await waitFor(noOffer);
  expect(localStorage.getItem(`passkeyOffer:${ANA._id}`)).not.toBeNull();
});

test('an account with a passkey is not offered another', async () => {
  fakeAuthenticator();
  const { server } = await logIn({ passkeys: [PASSKEY] });
  await waitFor(() => expect(server.requests(listPasskeys)).not.toEqual([]));
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  noOffer();
  expect(localStorage.getItem(`passkeyOffer:${ANA._id}`)).toBeNull();
});

async function removePasskeyInCard(server: MockServer, user: UserEvent): Promise<void> {
  server.reply(removePasskey, undefined);
  await user.click(await screen.findByRole('button', { name: 'Eliminar la llave de acceso Linux' }));
  server.reply(listPasskeys, []);
  await user.click(await screen.findByRole('button', { name: 'Sí, eliminar' }));
  expect(await screen.findByText('Aún no tienes llaves de acceso.')).toBeVisible();
}

test('whoever removes the only passkey is not offered another in that visit', async () => {
  fakeAuthenticator();
  const { server, user, navigate } = await logIn({ passkeys: [PASSKEY] });
  await waitFor(() => expect(server.requests(listPasskeys)).not.toEqual([]));
  await navigate(SECURITY);
  await removePasskeyInCard(server, user);
  noOffer();
  await navigate('/dashboard');
  expect(await screen.findByRole('heading', { level: 1, name: /Ana Pérez Soto/ })).toBeVisible();
  noOffer();
});

test('whoever adds a passkey in the card and removes it is not offered another in that visit', async () => {
  fakeAuthenticator();
  const { server, user, navigate } = await logIn();
  await offer();
  await navigate(SECURITY);
  const title = await screen.findByRole('heading', { name: 'Llaves de acceso' });
  const card = within(title.closest('section') as HTMLElement);
  await user.click(await card.findByRole('button', { name: 'Agregar llave de acceso' }));
  server.reply(addPasskey, PASSKEY);
  server.reply(listPasskeys, [PASSKEY]);
  await user.click(await screen.findByRole('button', { name: 'Continuar' }));
  await waitFor(noOffer);
  await removePasskeyInCard(server, user);
  noOffer();
});

test('a passkey whose answer was lost ends the offer too, and the focus goes to the page', async () => {
  fakeAuthenticator();
  const { server, user } = await logIn();
  await offer();
  server.respond(addPasskey, 500, {}, 1);
  server.reply(listPasskeys, [PASSKEY]);
  await user.click(screen.getByRole('button', { name: 'Agregar llave de acceso' }));
  await waitFor(noOffer);
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('a passkey of a former address does not keep the offer away', async () => {
  fakeAuthenticator();
  await logIn({ passkeys: [{ ...PASSKEY, formerHost: 'antes.cl' }] });
  await offer();
});

test('a device that cannot verify its user is offered nothing and asked nothing', async () => {
  fakeAuthenticator({ verifiesUser: false });
  const { server } = await logIn();
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  noOffer();
  expect(server.requests(listPasskeys)).toEqual([]);
});

test('a temporary password is changed without an offer', async () => {
  fakeAuthenticator();
  const { server } = await logIn({ account: { ...ANA, mustChangePassword: true } });
  noOffer();
  expect(server.requests(listPasskeys)).toEqual([]);
});
