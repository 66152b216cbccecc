import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deletePaymentAccount, getPaymentAccount, type PaymentAccount, putPaymentAccount } from '#contract/deposits';
import { ERRORS } from '#contract/errors';
import { reauthenticate } from '#contract/sessions';
import { expectFieldError, fillFields } from '#web/testing/form-fields.ts';
import { expectToast, NO_PAYMENT_ACCOUNT, openApp, serverFor } from '#web/testing/open-app.tsx';

const PAGE = '/dashboard/configuracion/agenda';
const CONNECTED: PaymentAccount = {
  ...NO_PAYMENT_ACCOUNT,
  configured: true,
  takesDeposits: true,
  checkedAt: '2026-11-18T15:30:00.000Z',
};
const TOKEN = 'APP_USR-123-abc';
const SECRET = 'clave-secreta';

const title = () => screen.findByRole('heading', { name: 'Pagos de pacientes con Mercado Pago' });
const card = async () => within((await title()).closest('section') as HTMLElement);
const isShown = (text: string) => document.body.textContent?.includes(text);

async function open(account: PaymentAccount = NO_PAYMENT_ACCOUNT) {
  const server = serverFor();
  server.reply(getPaymentAccount, account);
  const { user } = await openApp(PAGE, server);
  const shown = await card();
  return { server, user, shown, press: async (name: string) => user.click(await shown.findByRole('button', { name })) };
}

async function openForm() {
  const opened = await open();
  await opened.press('Conectar mi cuenta');
  await opened.shown.findByLabelText('Access Token');
  return opened;
}

const fillCredentials = () => fillFields({ 'Access Token': TOKEN, 'Clave secreta de las notificaciones': SECRET });

test('the card explains what it is for, the steps at Mercado Pago and the address to copy', async () => {
  const { shown, press } = await openForm();
  expect(shown.getByText(/El dinero llega directo a tu cuenta de Mercado Pago/)).toBeVisible();
  expect(shown.getAllByRole('listitem').map((step) => step.textContent?.split('.')[0])).toEqual([
    'Crea una aplicación en Mercado Pago',
    'Copia el Access Token',
    'Configura las notificaciones',
    'Copia la clave secreta',
  ]);
  expect(shown.getByText(/marca solo el evento «Pagos»/)).toBeVisible();
  expect(shown.getByLabelText('Dirección de las notificaciones')).toHaveValue(NO_PAYMENT_ACCOUNT.notificationUrl);
  await press('Copiar dirección');
  expect(await shown.findByText('Copiado')).toBeVisible();
  expect(shown.queryByText('Modo de prueba.')).not.toBeInTheDocument();
});

test('the credentials are sent once, after fresh proof, and are not shown again', async () => {
  const { server, user, shown, press } = await openForm();
  for (const label of ['Access Token', 'Clave secreta de las notificaciones']) {
    expect(shown.getByLabelText(label)).toHaveAttribute('type', 'password');
  }
  await press('Probar y guardar');
  await waitFor(() => expectFieldError(shown.getByLabelText('Access Token'), 'Escribe el Access Token'));
  expect(server.requests(putPaymentAccount)).toEqual([]);

  fillCredentials();
  server.reply(putPaymentAccount, CONNECTED);
  server.refuse(putPaymentAccount, 'REAUTHENTICATE', 1);
  server.reply(reauthenticate, undefined);
  await press('Probar y guardar');
  const asked = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }));
  await user.type(asked.getByLabelText('Contraseña'), 'mi contraseña');
  await user.click(asked.getByRole('button', { name: 'Confirmar' }));
  await expectToast('Mercado Pago aceptó tus credenciales');
  expect(await shown.findByText(/Mercado Pago aceptó tus credenciales el 18\/11\/2026 12:30/)).toBeVisible();
  expect(server.requests(putPaymentAccount).at(-1)?.body).toEqual({ accessToken: TOKEN, webhookSecret: SECRET });
  expect(shown.queryByLabelText('Access Token')).not.toBeInTheDocument();
  await press('Cambiar credenciales');
  expect(await shown.findByLabelText('Access Token')).toHaveValue('');
  expect(isShown(TOKEN)).toBe(false);
});

test('a token that Mercado Pago refuses is explained at its field', async () => {
  const { server, shown, press } = await openForm();
  const message = 'Mercado Pago no acepta este Access Token';
  const details = [{ field: 'accessToken', message }];
  server.respond(putPaymentAccount, 400, { code: 'INVALID_INPUT', error: message, message, details });
  fillCredentials();
  await press('Probar y guardar');
  const token = shown.getByLabelText('Access Token');
  await waitFor(() => expectFieldError(token, message));
  await waitFor(() => expect(token).toHaveFocus());
  expect(shown.getByLabelText('Clave secreta de las notificaciones')).toHaveValue(SECRET);
});

test('when Mercado Pago does not answer, nothing was kept and what is typed stays', async () => {
  const { server, shown, press } = await openForm();
  server.refuse(putPaymentAccount, 'PAYMENT_PROVIDER_UNAVAILABLE');
  fillCredentials();
  await press('Probar y guardar');
  await expectToast(/Mercado Pago no responde.*No guardamos nada/);
  expect(shown.getByLabelText('Access Token')).toHaveValue(TOKEN);
});

test('the credentials are deleted after a question, which says what happens to the deposits', async () => {
  const { server, user, shown, press } = await open(CONNECTED);
  await press('Borrar credenciales');
  const asked = within(await screen.findByRole('alertdialog', { name: '¿Borrar tus credenciales?' }));
  expect(asked.getByText(/podrán seguir reservando, sin abono/)).toBeVisible();
  expect(server.requests(deletePaymentAccount)).toEqual([]);
  server.reply(deletePaymentAccount, undefined);
  server.reply(getPaymentAccount, NO_PAYMENT_ACCOUNT);
  await user.click(asked.getByRole('button', { name: 'Sí, borrarlas' }));
  await expectToast('Borramos tus credenciales de Mercado Pago');
  expect(await shown.findByRole('button', { name: 'Conectar mi cuenta' })).toBeVisible();
});

test('an account with deposits to pay or to return is not deleted, and a toast says why', async () => {
  const { server, user, shown, press } = await open(CONNECTED);
  server.refuse(deletePaymentAccount, 'PAYMENT_ACCOUNT_IN_USE');
  await press('Borrar credenciales');
  await user.click(await screen.findByRole('button', { name: 'Sí, borrarlas' }));
  await expectToast(ERRORS.PAYMENT_ACCOUNT_IN_USE.message);
  expect(await shown.findByText('Cuenta conectada.')).toBeVisible();
});

test('outside production the card says that deposits are paid on a test page', async () => {
  const { shown } = await open({ ...NO_PAYMENT_ACCOUNT, takesDeposits: true, isTest: true });
  expect(shown.getByText('Modo de prueba.')).toBeVisible();
  expect(shown.getByText(/no se mueve dinero/)).toBeVisible();
});

test('an account that failed to load can be requested again', async () => {
  const server = serverFor();
  server.refuse(getPaymentAccount, 'UNEXPECTED');
  const { user } = await openApp(PAGE, server);
  const failure = await screen.findByText(
    'No se pudo cargar si tus pacientes pueden pagar abonos',
    {},
    { timeout: 20_000 },
  );
  const shown = within(failure.closest('section') as HTMLElement);
  server.reply(getPaymentAccount, CONNECTED);
  await user.click(shown.getByRole('button', { name: /intentar/i }));
  expect(await shown.findByText('Cuenta conectada.')).toBeVisible();
});
