import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { login } from '#contract/auth';
import { ERRORS } from '#contract/errors';
import { beginPasskeyLogin, logInWithPasskey } from '#contract/passkeys';
import {
  cancelled,
  ENCODED,
  fakeAuthenticator,
  giveChallenges,
  pendingPrompt,
} from '#web/testing/fake-authenticator.ts';
import { fillFields } from '#web/testing/form-fields.ts';
import {
  ANA,
  closeToast,
  expectToast,
  letTimePass,
  NO_TOKENS,
  openApp,
  serverFor,
  storedTokens,
} from '#web/testing/open-app.tsx';

const MINUTE = 60_000;
const LABEL = 'Entrar con llave de acceso';
const SIGNED_IN = { accessToken: 'a1', refreshToken: 'r1', deviceToken: 'este-equipo', user: ANA };
const passkeyButton = () => screen.getByRole('button', { name: LABEL });

async function openLogin() {
  const server = serverFor();
  giveChallenges(server);
  server.reply(logInWithPasskey, SIGNED_IN);
  server.reply(login, SIGNED_IN);
  const app = await openApp('/login', server, { signedIn: null });
  return { server, ...app };
}

test('a browser without passkeys shows no button and asks for no challenge', async () => {
  const { server } = await openLogin();
  expect(screen.queryByRole('button', { name: LABEL })).toBeNull();
  expect(server.requests(beginPasskeyLogin)).toEqual([]);
});

test('the button logs in as a password does, and no passkey is offered on this device from then on', async () => {
  fakeAuthenticator();
  const { user, server, address } = await openLogin();
  expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username webauthn');
  expect(server.requests(beginPasskeyLogin)).toEqual([]);
  await user.click(passkeyButton());
  await expectToast(/Inicio de sesión exitoso.*Te damos la bienvenida/);
  await waitFor(() => expect(address()).toBe('/dashboard'));
  expect(storedTokens()).toEqual({ accessToken: 'a1', refreshToken: 'r1' });
  expect(localStorage.getItem('deviceToken')).toBe('este-equipo');
  expect(localStorage.getItem(`passkeyOffer:${ANA._id}`)).not.toBeNull();
  const [sent] = server.requests(logInWithPasskey);
  expect(sent?.body).toMatchObject({
    challenge: 'desafio-1',
    response: { id: 'llave', rawId: ENCODED, type: 'public-key', response: { signature: ENCODED } },
  });
});

test('a prompt that the user closes says nothing, and the button keeps the focus', async () => {
  const { ask } = fakeAuthenticator();
  ask.mockRejectedValueOnce(cancelled());
  const { user, server, address } = await openLogin();
  await user.click(passkeyButton());
  await waitFor(() => expect(ask).toHaveBeenCalled());
  await waitFor(() => expect(passkeyButton()).not.toHaveAttribute('aria-disabled', 'true'));
  expect(passkeyButton()).toHaveFocus();
  expect(document.querySelector('.toast')).toBeNull();
  expect(address()).toBe('/login');
  expect(server.requests(logInWithPasskey)).toEqual([]);
  expect(screen.getByLabelText('Email')).toBeEnabled();
});

test('a refusal shows the text of the server', async () => {
  fakeAuthenticator();
  const { user, server } = await openLogin();
  server.refuse(logInWithPasskey, 'PASSKEY_REFUSED', 1);
  await user.click(passkeyButton());
  await expectToast(`Error de inicio de sesión${ERRORS.PASSKEY_REFUSED.message}`);
  expect(storedTokens()).toEqual(NO_TOKENS);
  closeToast();
  server.refuse(beginPasskeyLogin, 'PASSKEYS_NOT_AVAILABLE', 1);
  await user.click(passkeyButton());
  await expectToast(ERRORS.PASSKEYS_NOT_AVAILABLE.message);
});

test('a browser that reports another error has a text in Spanish', async () => {
  const { ask } = fakeAuthenticator();
  ask.mockRejectedValueOnce(new DOMException('The relying party ID is not a registrable domain.', 'SecurityError'));
  const { user } = await openLogin();
  await user.click(passkeyButton());
  await expectToast(/Las llaves de acceso no funcionan en esta dirección/);
});

test('a passkey chosen in the email field logs in', async () => {
  const { ask, given } = fakeAuthenticator({ autofill: true });
  const chosen = Promise.withResolvers<unknown>();
  ask.mockReturnValueOnce(chosen.promise);
  const { address } = await openLogin();
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  expect(ask.mock.calls[0]?.[0]).toMatchObject({ mediation: 'conditional' });
  expect(screen.getByLabelText('Email')).toBeEnabled();
  act(() => chosen.resolve(given));
  await waitFor(() => expect(address()).toBe('/dashboard'));
});

test('the offer in the field is renewed before its challenge ends, and withdrawn with the page', async () => {
  // The other timers of the page stay real: they would all run for each minute.
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] });
  const { ask } = fakeAuthenticator({ autofill: true });
  ask.mockImplementation(pendingPrompt);
  const { server, navigate } = await openLogin();
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  await letTimePass(3 * MINUTE);
  expect(server.requests(beginPasskeyLogin)).toHaveLength(1);
  await letTimePass(1.5 * MINUTE);
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  const signals = ask.mock.calls.map(([{ signal }]) => signal);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);

  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await letTimePass(10 * MINUTE);
  expect(server.requests(beginPasskeyLogin)).toHaveLength(2);

  await navigate('/register');
  await waitFor(() => expect(signals[1]?.aborted).toBe(true));
  await letTimePass(10 * MINUTE);
  expect(server.requests(beginPasskeyLogin)).toHaveLength(2);
});

test('the button and the password end the offer in the field', async () => {
  const { ask } = fakeAuthenticator({ autofill: true });
  ask.mockImplementation(pendingPrompt);
  const { user, server, address } = await openLogin();
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  const asked = Promise.withResolvers<unknown>();
  ask.mockReturnValueOnce(asked.promise);
  await user.click(passkeyButton());
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  expect(screen.getByLabelText('Email')).toBeDisabled();
  act(() => asked.reject(cancelled()));
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(3));
  const options = ask.mock.calls.map(([one]) => one);
  expect(options.map(({ mediation }) => mediation)).toEqual(['conditional', undefined, 'conditional']);
  expect(options[0]?.signal?.aborted).toBe(true);

  fillFields({ Email: 'ana@ejemplo.cl', Contraseña: 'clave-de-prueba' });
  await user.click(screen.getByRole('button', { name: 'Iniciar Sesión' }));
  await waitFor(() => expect(address()).toBe('/dashboard'));
  expect(options[2]?.signal?.aborted).toBe(true);
  expect(server.requests(logInWithPasskey)).toEqual([]);
});

test('a passkey that was refused is not offered in the field again', async () => {
  const { ask, given } = fakeAuthenticator({ autofill: true });
  const chosen = Promise.withResolvers<unknown>();
  ask.mockReturnValueOnce(chosen.promise);
  const { server, user, address } = await openLogin();
  server.refuse(logInWithPasskey, 'PASSKEY_REFUSED', 1);
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  act(() => chosen.resolve(given));
  await expectToast(ERRORS.PASSKEY_REFUSED.message);
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
  expect(ask).toHaveBeenCalledTimes(1);
  await user.click(passkeyButton());
  await waitFor(() => expect(address()).toBe('/dashboard'));
});
