import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerChallenge, login } from '#contract/auth';
import { ERRORS } from '#contract/errors';
import { fillFields } from '#web/testing/form-fields.ts';
import { ANA, expectToast, NO_TOKENS, openApp, serverFor, storedTokens } from '#web/testing/open-app.tsx';

const button = (name: string) => screen.findByRole('button', { name });

async function openSecondStep() {
  const server = serverFor();
  server.reply(login, { challenge: 'desafio', methods: ['totp', 'recovery-code'] });
  const { user, address } = await openApp('/login', server, { signedIn: null });
  await button('Iniciar Sesión');
  fillFields({ Email: ANA.email, Contraseña: 'clave-de-prueba' });
  await user.click(await button('Iniciar Sesión'));
  await screen.findByRole('heading', { name: 'Verificación en dos pasos' });
  return { server, user, address };
}

test('after the password the code is requested, and opens the session', async () => {
  const { server, user, address } = await openSecondStep();
  expect(document.querySelector('.toast')).toBeNull();
  expect(storedTokens()).toEqual(NO_TOKENS);
  expect(screen.getByLabelText('Código')).toHaveFocus();
  expect(screen.getByLabelText('Código')).toHaveAttribute('autocomplete', 'one-time-code');

  const details = [{ field: 'code', message: ERRORS.WRONG_CODE.message }];
  const refusal = { code: 'WRONG_CODE', error: ERRORS.WRONG_CODE.message, message: ERRORS.WRONG_CODE.message, details };
  server.respond(answerChallenge, 400, refusal, 1);
  await user.type(screen.getByLabelText('Código'), '000000');
  await user.click(await button('Verificar'));
  await expectToast(ERRORS.WRONG_CODE.message);

  server.reply(answerChallenge, { accessToken: 'a1', refreshToken: 'r1', user: ANA, deviceToken: 'equipo' });
  await user.click(await button('Usar un código de recuperación'));
  await user.type(screen.getByLabelText('Código de recuperación'), 'AAAA-BBBB-CCCC-DDDD');
  await user.click(await button('Verificar'));
  await waitFor(() => expect(address()).toBe('/dashboard'));
  const { body } = server.requests(answerChallenge).at(-1) ?? {};
  expect(body).toEqual({ challenge: 'desafio', code: 'AAAA-BBBB-CCCC-DDDD' });
  expect(localStorage.getItem('deviceToken')).toBe('equipo');
});

test('an expired challenge asks for the password again', async () => {
  const { server, user } = await openSecondStep();
  server.refuse(answerChallenge, 'CHALLENGE_EXPIRED');
  await user.type(screen.getByLabelText('Código'), '123456');
  await user.click(await button('Verificar'));
  await expectToast(ERRORS.CHALLENGE_EXPIRED.message);
  expect(await screen.findByRole('heading', { name: 'Iniciar Sesión' })).toBeVisible();
});
