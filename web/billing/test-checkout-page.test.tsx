import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { me } from '#contract/auth';
import { ERRORS } from '#contract/errors';
import { decideTestCheckout, getTestCheckout } from '#contract/test-checkout';
import { expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';

const CHECKOUT = '/pago-de-prueba/0197a000-0000-7000-8000-000000000001';

test('the test checkout says what is paid, and the decision leads back', async () => {
  const server = serverFor();
  server.reply(getTestCheckout, { description: 'Plan Profesional anual', amount: 37_990, email: 'ana@ejemplo.cl' });
  const leave = vi.spyOn(location, 'assign').mockReturnValue();
  const { user } = await openApp(CHECKOUT, server);
  expect(await screen.findByText('Plan Profesional anual')).toBeVisible();
  expect(screen.getByText('Esto es una prueba: no se mueve dinero.')).toBeVisible();
  expect(screen.getByText('$37.990 CLP')).toBeVisible();
  expect(screen.getByText('ana@ejemplo.cl')).toBeVisible();

  server.respond(decideTestCheckout, 500, {}, 1);
  await user.click(screen.getByRole('button', { name: 'Rechazar pago' }));
  await expectToast('No se pudo registrar el pago de prueba');
  server.reply(decideTestCheckout, { returnTo: '/dashboard/configuracion?payment=failure' });
  await user.click(screen.getByRole('button', { name: 'Rechazar pago' }));
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/dashboard/configuracion?payment=failure'));
  expect(server.requests(decideTestCheckout).at(-1)?.body).toEqual({ outcome: 'rejected' });
});

test('a test payment that is missing or of another account is a page that does not exist', async () => {
  const server = serverFor();
  const { status, message } = ERRORS.NOT_FOUND;
  server.respond(getTestCheckout, status, { code: 'NOT_FOUND', error: message, message });
  const { user, address } = await openApp(CHECKOUT, server);
  expect(await screen.findByRole('heading', { level: 1, name: 'Página no encontrada' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Ir a Configuración de Cuenta' }));
  expect(address()).toBe('/dashboard/configuracion');
});

test('without a session the login comes before the test checkout', async () => {
  const server = serverFor();
  const { address } = await openApp(CHECKOUT, server, { signedIn: null });
  expect(await screen.findByRole('heading', { level: 1, name: 'Iniciar Sesión' })).toBeVisible();
  expect(address()).toBe('/login');
  expect(server.requests(me)).toEqual([]);
});
