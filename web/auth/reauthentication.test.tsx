import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { resetPassword } from '#contract/admin';
import { ERRORS } from '#contract/errors';
import { reauthenticate } from '#contract/sessions';
import { adminServer } from '#web/testing/admin-server.ts';
import { ADMIN, expectToast, openApp } from '#web/testing/open-app.tsx';

const button = (name: string | RegExp) => screen.findByRole('button', { name });

async function openReset() {
  const server = adminServer(1);
  const { user } = await openApp('/dashboard/admin', server, { signedIn: ADMIN });
  await user.click(await button(/Restablecer contraseña/));
  server.refuse(resetPassword, 'REAUTHENTICATE', 1);
  await user.click(await button('Sí, restablecer'));
  const asked = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }));
  return { server, user, asked };
}

test('a request that needs fresh proof asks for the password and is repeated', async () => {
  const { server, user, asked } = await openReset();
  server.refuse(reauthenticate, 'WRONG_PASSWORD', 1);
  await user.type(asked.getByLabelText('Contraseña'), 'equivocada');
  await user.click(asked.getByRole('button', { name: 'Confirmar' }));
  expect(await asked.findByText(ERRORS.WRONG_PASSWORD.message)).toBeVisible();
  await waitFor(() => expect(asked.getByLabelText('Contraseña')).toHaveFocus());

  server.reply(reauthenticate, undefined);
  server.reply(resetPassword, undefined);
  await user.click(asked.getByRole('button', { name: 'Confirmar' }));
  await expectToast(/restablecida a su RUT/);
  expect(server.requests(resetPassword)).toHaveLength(2);
});

test('a user who gives no password sees why nothing was done, and nothing is repeated', async () => {
  const { server, user, asked } = await openReset();
  await user.click(asked.getByRole('button', { name: 'Cancelar' }));
  await expectToast(ERRORS.REAUTHENTICATE.message);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirma que eres tú' })).toBeNull());
  expect(server.requests(resetPassword)).toHaveLength(1);
});
