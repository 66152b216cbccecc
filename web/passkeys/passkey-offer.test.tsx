import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { login, type User } from '#contract/auth';
import { addPasskey, listPasskeys, type Passkey } from '#contract/passkeys';
import { cancelled, fakeAuthenticator, giveChallenges } from '#web/testing/fake-authenticator.ts';
import { fillFields } from '#web/testing/form-fields.ts';
import { ANA, expectToast, openApp, reloadApp, serverFor } from '#web/testing/open-app.tsx';

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
