import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { checkPayments, createPreference, getSubscriptionInfo, listPayments, type Payment } from '#contract/billing';
import { queryClient } from '#web/platform/query-client.ts';
import {
  ACTIVE,
  APPROVED_PAYMENT,
  billingServer,
  EXPIRING_SOON,
  FREE,
  SUBSCRIPTION_TAB,
} from '#web/testing/billing-server.ts';
import type { MockServer } from '#web/testing/mock-server.ts';
import { expectToast, openApp, showPageAgain } from '#web/testing/open-app.tsx';

const AWAITED = 'Estamos confirmando tu pago…';
const LATE = 'Aún no recibimos la confirmación de tu pago. Si ya pagaste, se activará apenas llegue.';
const PENDING = 'Tienes un pago pendiente de $37.990 del 15/11/2026. Si pagas de nuevo, se sumará otro período.';

const button = (name: string) => screen.findByRole('button', { name });
const payButton = () => button('Pagar con Mercado Pago');
const inPanel = async (text: string) =>
  within(await screen.findByRole('tabpanel', { name: 'Suscripción' })).findByText(text);
const expectNoNews = () =>
  expect(screen.queryByText(/^(Estamos confirmando|Aún no recibimos)/)).not.toBeInTheDocument();

/** The clock runs on while the test waits for the page, and can be moved forward. */
const useClock = () => vi.useFakeTimers({ shouldAdvanceTime: true });
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

function paymentServer(...state: Parameters<typeof billingServer>) {
  const server = billingServer(...state);
  server.reply(checkPayments, undefined);
  return server;
}

/** The page checks again after some seconds. The answer arrives when the page has shown that it waits. */
async function expectNextCheck(server: MockServer): Promise<void> {
  const asked = server.requests(checkPayments).length;
  const answer = server.hold(checkPayments, 1);
  await waitFor(async () => {
    await wait(1000);
    expect(server.requests(checkPayments)).toHaveLength(asked + 1);
  });
  answer(undefined);
}

test.each([
  ['free', FREE],
  ['expiring_soon', EXPIRING_SOON],
])('a payment that takes long to confirm is awaited in sight: %s', async (_, before) => {
  useClock();
  const server = paymentServer(before);
  await openApp(`${SUBSCRIPTION_TAB}&payment=success`, server);
  await expectToast('¡Pago Exitoso!');
  expect(await inPanel(AWAITED)).toBeVisible();
  await expectNextCheck(server);
  expect(await inPanel(AWAITED)).toBeVisible();

  server.reply(getSubscriptionInfo, ACTIVE);
  await expectNextCheck(server);
  expect(await inPanel('Activo')).toBeVisible();
  expectNoNews();
  const asked = server.requests(checkPayments).length;
  await wait(60_000);
  expect(server.requests(checkPayments)).toHaveLength(asked);
});

test('after a minute the polling stops and says so; a later confirmation is shown all the same', async () => {
  useClock();
  const server = paymentServer();
  await openApp(`${SUBSCRIPTION_TAB}&payment=success`, server);
  expect(await inPanel(AWAITED)).toBeVisible();
  await wait(60_000);
  expect(await inPanel(LATE)).toBeVisible();
  const asked = server.requests(checkPayments).length;
  await wait(60_000);
  expect(server.requests(checkPayments)).toHaveLength(asked);

  server.reply(getSubscriptionInfo, ACTIVE);
  showPageAgain();
  expect(await inPanel('Activo')).toBeVisible();
  expectNoNews();
});

test('a user on another tab, or who has not paid, waits for nothing', async () => {
  useClock();
  const server = paymentServer();
  const { user, navigate } = await openApp(`${SUBSCRIPTION_TAB}&payment=success`, server);
  expect(await inPanel(AWAITED)).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Seguridad' }));
  expect(await screen.findByRole('tabpanel', { name: 'Seguridad' })).toBeVisible();
  const asked = server.requests(checkPayments).length;
  await wait(60_000);
  expect(server.requests(checkPayments)).toHaveLength(asked);

  await act(() => navigate(`${SUBSCRIPTION_TAB}&payment=pending`));
  await expectToast('Pago Pendiente');
  expect(await payButton()).toBeVisible();
  expectNoNews();
});

test('a pending payment shows a warning before another payment, also when renewing', async () => {
  const pending: Payment = {
    ...APPROVED_PAYMENT,
    status: 'pending',
    amount: 37_990,
    createdAt: '2026-11-15T15:00:00.000Z',
  };
  const server = paymentServer(FREE, [pending]);
  const { user } = await openApp(SUBSCRIPTION_TAB, server);
  expect(await inPanel(PENDING)).toBeVisible();
  expect(await payButton()).toHaveAccessibleDescription(PENDING);

  server.reply(getSubscriptionInfo, EXPIRING_SOON);
  showPageAgain();
  await user.click(await button('Renovar plan'));
  expect(within(await screen.findByRole('dialog')).getByText(PENDING)).toBeVisible();
});

test('while the payment is prepared the renewal stays open, and a user who leaves the page is not sent to pay', async () => {
  const server = paymentServer(EXPIRING_SOON);
  const release = server.hold(createPreference);
  const leave = vi.spyOn(location, 'assign').mockReturnValue();
  const { user, navigate, address } = await openApp('/dashboard', server);
  await act(() => navigate(SUBSCRIPTION_TAB));
  await user.click(await button('Renovar plan'));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(await button('Renovar plan'));
  await user.click(await payButton());
  expect(await button('Procesando...')).toBeVisible();
  await user.keyboard('{Escape}');
  const dialog = await screen.findByRole('dialog', { name: 'Renovar plan' });
  await user.click(within(dialog).getByRole('button', { name: 'Cerrar' }));
  expect(dialog).toBeVisible();

  await act(() => navigate(-1));
  expect(address()).toBe('/dashboard');
  release({ success: true, preference: { id: '1', initPoint: 'https://pago.cl/1' } });
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Ana Pérez Soto');
  expect(leave).not.toHaveBeenCalled();
});

test('success written into the address has no effect: the screen shows what the server says', async () => {
  useClock();
  const server = paymentServer();
  const { address, navigate } = await openApp('/dashboard', server);
  const added = 'payment_id=123&status=approved&external_reference=fa-1&site_id=MLC';
  await act(() => navigate(`${SUBSCRIPTION_TAB}&payment=success&${added}`));
  await expectToast('¡Pago Exitoso!');
  expect(address()).toBe(SUBSCRIPTION_TAB);
  expect(await inPanel('Prueba Gratuita')).toBeVisible();
  expect(server.requests(checkPayments)).toHaveLength(1);
  const asked = server.requests(getSubscriptionInfo).length;
  await wait(2000);
  await waitFor(() => expect(server.requests(getSubscriptionInfo).length).toBeGreaterThan(asked));
  expect(await inPanel('Prueba Gratuita')).toBeVisible();
  expect(await payButton()).toBeVisible();
  await act(() => navigate(-1));
  expect(address(), 'el aviso reemplaza su entrada del historial').toBe('/dashboard');
});

test('on return from the payment, data requested before the provider was asked is requested again', async () => {
  const server = paymentServer();
  // The first requests are never answered: the page shows something only if it asks again.
  for (const endpoint of [getSubscriptionInfo, listPayments]) server.hold(endpoint, 1);
  await openApp(`${SUBSCRIPTION_TAB}&payment=pending`, server);
  await expectToast('Pago Pendiente');
  expect(document.querySelector('.toast .lucide-info'), 'no es un éxito').toBeVisible();
  expect(await payButton()).toBeVisible();
  expect(await screen.findByText('Aún no tienes pagos')).toBeVisible();
});

test('a rejected payment is reported', async () => {
  await openApp(`${SUBSCRIPTION_TAB}&payment=failure`, paymentServer());
  await expectToast('Pago Rechazado');
});

test('an unknown word is removed from the address silently', async () => {
  const server = paymentServer();
  const { address } = await openApp('/dashboard/configuracion?payment=quizas&status=null', server);
  expect(await payButton()).toBeVisible();
  expect(address()).toBe(SUBSCRIPTION_TAB);
  expect(document.querySelector('.toast')).not.toBeInTheDocument();
  expect(server.requests(checkPayments)).toEqual([]);
});
