import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createPreference, getSubscriptionInfo, listPayments, type SubscriptionInfo } from '#contract/billing';
import { expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';

const TAB = '/dashboard/configuracion?tab=suscripcion';
const FREE: SubscriptionInfo = {
  subscriptionType: null,
  subscriptionStatus: 'free',
  subscriptionExpiresAt: null,
  daysRemaining: null,
  status: 'free',
};

function billingServer() {
  const server = serverFor();
  server.reply(getSubscriptionInfo, FREE);
  server.reply(listPayments, []);
  return server;
}

test('si el pago no puede empezar se dice por qué, y puede intentarse de nuevo', async () => {
  const server = billingServer();
  const { user, address } = await openApp(TAB, server);
  const noPreference = 'No se pudo crear la preferencia de pago';
  for (const [status, json, text] of [
    [503, { error: 'Los pagos no están configurados' }, 'Los pagos no están configurados'],
    [500, {}, 'No se pudo procesar el pago. Intenta nuevamente.'],
    [200, { success: false }, noPreference],
    [200, { success: true, preference: null }, noPreference],
    [200, { success: true, preference: { id: '1', initPoint: 'javascript:alert(1)' } }, noPreference],
  ] as const) {
    server.respond(createPreference, status, json, 1);
    await user.click(await screen.findByRole('button', { name: 'Pagar con Mercado Pago' }));
    await expectToast(text);
  }
  server.disconnect(createPreference, 1);
  await user.click(await screen.findByRole('button', { name: 'Pagar con Mercado Pago' }));
  await expectToast('No se pudo procesar el pago. Intenta nuevamente.');
  expect(screen.getByRole('button', { name: 'Pagar con Mercado Pago' })).toBeEnabled();
  expect(address()).toBe(TAB);
});

test('«Más Info» dice dónde escribir', async () => {
  const { user } = await openApp(TAB, billingServer());
  await user.click(await screen.findByRole('button', { name: 'Más Info' }));
  await expectToast('pagos@fichaaustral.cl');
  expect(document.querySelector('.toast .lucide-info'), 'no es un éxito').toBeVisible();
});
