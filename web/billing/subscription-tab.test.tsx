import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { getAccount } from '#contract/account';
import {
  createPreference,
  getStorageUse,
  getSubscriptionInfo,
  listPayments,
  PAYMENT_STATUSES,
  type Payment,
} from '#contract/billing';
import { FREE_STORAGE_BYTES } from '#contract/plans';
import {
  ACTIVE,
  APPROVED_PAYMENT,
  billingServer,
  EXPIRING_SOON,
  FREE,
  SUBSCRIPTION_TAB,
} from '#web/testing/billing-server.ts';
import { ANA, closeToast, expectToast, openApp, reloadApp, showPageAgain } from '#web/testing/open-app.tsx';

const payButton = () => screen.findByRole('button', { name: 'Pagar con Mercado Pago' });
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement;
const payments = async () => within(await screen.findByRole('list', { name: 'Pagos' })).getAllByRole('listitem');
const inPanel = async (text: string) =>
  within(await screen.findByRole('tabpanel', { name: 'Suscripción' })).findByText(text);

test('a payment that cannot start says why, and can be retried', async () => {
  const server = billingServer();
  const { user, address } = await openApp(SUBSCRIPTION_TAB, server);
  const leave = vi.spyOn(location, 'assign').mockReturnValue();
  const noPreference = 'No se pudo crear la preferencia de pago';
  for (const [status, json, text] of [
    [503, { error: 'Los pagos no están configurados' }, 'Los pagos no están configurados'],
    [500, {}, 'No se pudo procesar el pago. Intenta nuevamente.'],
    [200, { success: false }, noPreference],
    [200, { success: true, preference: null }, noPreference],
    [200, { success: true, preference: { id: '1', initPoint: 'javascript:alert(1)' } }, noPreference],
  ] as const) {
    server.respond(createPreference, status, json, 1);
    await user.click(await payButton());
    await expectToast(text);
    closeToast();
  }
  server.disconnect(createPreference, 1);
  await user.click(await payButton());
  await expectToast('No se pudo procesar el pago. Intenta nuevamente.');
  expect(await payButton()).toBeEnabled();
  expect(address()).toBe(SUBSCRIPTION_TAB);
  expect(leave).not.toHaveBeenCalled();
});

describe('where no payment provider is configured', () => {
  afterEach(() => {
    delete document.documentElement.dataset.payments;
  });
  const GRANTED = /quien administra esta instalación otorga los planes/i;
  const TEST_PAYMENT = /es de prueba: si lo apruebas, activa el plan y no se cobra nada/;

  test('the plan page says who grants plans, and that the payment is a test', async () => {
    document.documentElement.dataset.payments = 'test';
    await openApp(SUBSCRIPTION_TAB, billingServer());
    expect(await screen.findByText(GRANTED)).toHaveTextContent(TEST_PAYMENT);
    expect(await payButton()).toHaveAccessibleDescription(GRANTED);
  });

  test('in production there is no test payment either', async () => {
    document.documentElement.dataset.payments = 'none';
    await openApp(SUBSCRIPTION_TAB, billingServer());
    expect(await screen.findByText(GRANTED)).not.toHaveTextContent(TEST_PAYMENT);
    expect(await payButton()).toBeEnabled();
  });

  test('a renewal says it too, and nothing is said where payments are received', async () => {
    const server = billingServer(EXPIRING_SOON);
    document.documentElement.dataset.payments = 'test';
    const { user } = await openApp(SUBSCRIPTION_TAB, server);
    await user.click(await screen.findByRole('button', { name: 'Renovar plan' }));
    expect(within(await screen.findByRole('dialog')).getByText(GRANTED)).toBeVisible();

    document.documentElement.dataset.payments = 'on';
    await reloadApp(SUBSCRIPTION_TAB, billingServer());
    await payButton();
    expect(screen.queryByText(GRANTED)).toBeNull();
  });
});

test('«Más Info» says where to write', async () => {
  const { user } = await openApp(SUBSCRIPTION_TAB, billingServer());
  await user.click(await screen.findByRole('button', { name: 'Más Info' }));
  await expectToast('pagos@fichaaustral.cl');
  expect(document.querySelector('.toast .lucide-info'), 'no es un éxito').toBeVisible();
});

test('each plan shows its price, and the chosen one what will be paid', async () => {
  const { user } = await openApp(SUBSCRIPTION_TAB, billingServer());
  const annual = await screen.findByRole('radio', { name: 'Anual' });
  expect(screen.getByRole('radio', { name: 'Mensual' })).toHaveAccessibleDescription(/\$3\.990 ?CLP al mes/);
  expect(annual).toHaveAccessibleDescription(
    /\$37\.990 ?CLP al año ?Equivale a 3\.166 CLP al mes\. ?Ahorras 824 CLP al mes: 9\.890 CLP al año\./,
  );
  expect(screen.getByText('Mejor valor')).toBeVisible();
  await user.click(annual);
  expect(screen.getByText(/una sola vez, por un año/)).toHaveTextContent('$37.990 CLP una sola vez, por un año');
});

test('the button stays busy while the browser leaves, and recovers if the page returns as it was', async () => {
  const server = billingServer();
  const release = server.hold(createPreference);
  const leave = vi.spyOn(location, 'assign').mockReturnValue();
  const { user } = await openApp(SUBSCRIPTION_TAB, server);
  await user.dblClick(await payButton());
  const busy = screen.getByRole('button', { name: 'Procesando...' });
  expect(busy).toHaveAttribute('aria-disabled', 'true');
  expect(busy).toHaveFocus();
  expect(screen.getByRole('radio', { name: 'Anual' })).toBeDisabled();
  const initPoint = 'https://www.mercadopago.cl/checkout/v1/redirect?pref_id=1';
  release({ success: true, preference: { id: '1', initPoint } });
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(initPoint));
  expect(busy).toHaveAttribute('aria-disabled', 'true');
  act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
  expect(await payButton()).toHaveAttribute('aria-disabled', 'false');
  expect(server.requests(createPreference).map(({ body }) => body)).toEqual([{ subscriptionType: 'monthly' }]);
});

test('a few days before the end there is a notice to renew', async () => {
  const server = billingServer({ ...EXPIRING_SOON, daysRemaining: 1 });
  const { user } = await openApp(SUBSCRIPTION_TAB, server);
  expect(await screen.findByRole('heading', { name: 'Tu plan vence pronto' })).toBeVisible();
  expect(screen.getByText(/^Te queda/)).toHaveTextContent(
    /^Te queda 1 día: vence el \d{2}\/\d{2}\/\d{4} a las \d{2}:\d{2}\.$/,
  );
  expect(fact('Estado')).toHaveTextContent('Por vencer');
  expect(screen.queryAllByRole('radio')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Renovar plan' }));
  const dialog = await screen.findByRole('dialog', { name: 'Renovar plan' });
  expect(dialog).toHaveTextContent('El nuevo período se suma al tiempo que te queda.');
  expect(within(dialog).getByRole('radio', { name: 'Mensual' })).toBeChecked();
  const leave = vi.spyOn(location, 'assign').mockReturnValue();
  server.reply(createPreference, { success: true, preference: { id: '1', initPoint: 'https://pago.cl/1' } });
  await user.click(await payButton());
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('https://pago.cl/1'));
});

test('an ended period is reported, and another one can be chosen', async () => {
  const expired = { ...EXPIRING_SOON, status: 'expired', daysRemaining: 0, subscriptionStatus: 'free' } as const;
  await openApp(SUBSCRIPTION_TAB, billingServer(expired));
  expect(await screen.findByRole('heading', { name: 'Tu período terminó' })).toBeVisible();
  expect(await inPanel('Prueba Gratuita')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Mensual' })).toBeChecked();
});

test('a paid plan shows its period, its next payment and what it contains', async () => {
  const info = { ...ACTIVE, subscriptionType: 'annual', daysRemaining: 365 } as const;
  const server = billingServer(info);
  const account = { patientCount: 1, patientLimit: -1, nextPaymentDate: '2027-11-16T12:00:00.000Z' };
  server.reply(getAccount, { ...ANA, ...account, subscriptionStatus: 'paid' });
  await openApp(SUBSCRIPTION_TAB, server);
  expect(await inPanel('Plan Profesional')).toBeVisible();
  expect(fact('Pacientes')).toHaveTextContent('1 / ∞');
  expect(screen.getByText('1 paciente, sin límite')).toBeInTheDocument();
  expect(fact('Próximo pago')).toHaveTextContent('16/11/2027');
  expect(fact('Tipo')).toHaveTextContent('Anual');
  expect(fact('Días restantes')).toHaveTextContent('365 días');
  expect(screen.getByText('Firma digital en recetas')).toBeVisible();
  expect(screen.queryAllByRole('radio')).toEqual([]);
});

test('a plan given by the administration has no dates and nothing to pay', async () => {
  await openApp(SUBSCRIPTION_TAB, billingServer({ ...FREE, subscriptionStatus: 'paid', status: 'active' }));
  expect(await screen.findByText(/No tienes que pagar ni renovar\.$/)).toBeVisible();
  expect(await inPanel('Plan Profesional')).toBeVisible();
  expect(fact('Tipo')).toHaveTextContent('Sin fecha de término');
  expect(fact('Próximo pago')).toHaveTextContent('Sin próximo pago');
  expect(screen.queryByText('Vence')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Pagar con Mercado Pago' })).not.toBeInTheDocument();
});

const DAY_MS = 24 * 3600 * 1000;
const manyPayments = Array.from({ length: 41 }, (_, at): Payment => {
  const status = PAYMENT_STATUSES[at % PAYMENT_STATUSES.length] ?? 'approved';
  const createdAt = new Date(Date.UTC(2026, 5, 1) - at * DAY_MS).toISOString();
  const _id = `0197a000-0000-7000-8000-0000000000${String(at).padStart(2, '0')}`;
  return { ...APPROVED_PAYMENT, _id, createdAt, status };
});

test('a long history is paged, each payment with its status', async () => {
  const { user } = await openApp(SUBSCRIPTION_TAB, billingServer(FREE, manyPayments));
  const rows = (await payments()).map(({ textContent }) => textContent);
  expect(rows).toHaveLength(10);
  for (const word of ['Aprobado', 'Pendiente', 'Rechazado', 'Cancelado', 'Reembolsado']) {
    expect(
      rows.filter((row) => row.endsWith(word)),
      word,
    ).toHaveLength(2);
  }
  expect(rows[0]).toContain('31/05/2026 20:00');
  for (let step = 1; step < 5; step++) await user.click(screen.getByRole('button', { name: 'Siguiente' }));
  expect(screen.getByText('Página 5 de 5')).toBeVisible();
  expect(await payments()).toHaveLength(1);
});

test('purchases of the test checkout, where they no longer count, are shown as test payments', async () => {
  const voided = PAYMENT_STATUSES.map((status, at) => ({
    ...APPROVED_PAYMENT,
    ...manyPayments[at],
    status,
    isVoid: true,
  }));
  await openApp(SUBSCRIPTION_TAB, billingServer(FREE, voided));
  const rows = await payments();
  expect(rows).toHaveLength(PAYMENT_STATUSES.length);
  for (const row of rows) expect(row).toHaveTextContent(/\$3\.990 CLP.*Pago de prueba$/);
  expect(await payButton()).toBeVisible();
  expect(screen.queryByText(/Tienes un pago pendiente/)).not.toBeInTheDocument();
});

test('a status that the page does not know yet is shown as pending', async () => {
  const server = billingServer();
  const unknown = { ...EXPIRING_SOON, status: 'paused', subscriptionType: 'weekly' };
  server.respond(listPayments, 200, [{ ...APPROVED_PAYMENT, status: 'in_mediation' }]);
  server.respond(getSubscriptionInfo, 200, unknown, 1);
  await openApp(SUBSCRIPTION_TAB, server);
  const [row] = await payments();
  expect(row).toHaveTextContent(/Plan Profesional mensual.*Pendiente/);
  await screen.findByText('Detalle de tu plan');
  expect(fact('Estado')).toHaveTextContent('Pendiente');
  expect(fact('Tipo')).toHaveTextContent('Profesional');

  server.respond(getSubscriptionInfo, 200, { ...unknown, subscriptionStatus: 'free' });
  showPageAgain();
  expect(await inPanel('Prueba Gratuita')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Mensual' })).toBeChecked();
});

test('parts that fail to load are reported and can be retried', async () => {
  const server = billingServer();
  for (const endpoint of [getSubscriptionInfo, listPayments]) server.respond(endpoint, 500, {}, 2);
  const { user } = await openApp(SUBSCRIPTION_TAB, server);
  expect(await inPanel('No se pudo cargar la suscripción')).toBeVisible();
  expect(await inPanel('No se pudo cargar el historial de pagos')).toBeVisible();
  expect(screen.queryByText('Aún no tienes pagos')).not.toBeInTheDocument();
  const [retry] = screen.getAllByRole('button', { name: 'Volver a intentar' });
  if (retry) await user.click(retry);
  expect(await payButton()).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Volver a intentar' }));
  expect(await screen.findByText('Aún no tienes pagos')).toBeVisible();
});

test.each([
  [0.25, '25 MB de 100 MB', 'Lo que ocupan tus pacientes'],
  [0.95, '95 MB de 100 MB', 'Te queda poco espacio'],
  [1.1, '110 MB de 100 MB', 'Alcanzaste el espacio de tu plan'],
])('the storage in use, %d of its limit, is shown with its measure', async (part, text, note) => {
  const server = billingServer();
  server.reply(getStorageUse, { usedBytes: part * FREE_STORAGE_BYTES, limitBytes: FREE_STORAGE_BYTES });
  await openApp(SUBSCRIPTION_TAB, server);
  const meter = await screen.findByRole('meter', { name: 'Almacenamiento usado' });
  expect(meter).toHaveAttribute('aria-valuetext', text);
  expect(meter).toHaveAttribute('value', String(Math.min(part, 1)));
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByText(new RegExp(`^${note}`))).toBeVisible();
});

test('storage that fails to load is reported and can be retried', async () => {
  const server = billingServer();
  server.respond(getStorageUse, 500, {}, 2);
  const { user } = await openApp(SUBSCRIPTION_TAB, server);
  expect(await inPanel('No se pudo cargar el almacenamiento')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Volver a intentar' }));
  expect(await screen.findByRole('meter')).toBeVisible();
});

test('the plan waits for nothing; payments appear when the height above them is known', async () => {
  const server = billingServer(FREE, [APPROVED_PAYMENT]);
  const release = server.hold(getStorageUse);
  await openApp(SUBSCRIPTION_TAB, server);
  expect(await screen.findByRole('radio', { name: 'Mensual' })).toBeVisible();
  const history = await screen.findByRole('heading', { name: 'Historial de pagos', hidden: true });
  expect(history).not.toBeVisible();
  release({ usedBytes: 0, limitBytes: FREE_STORAGE_BYTES });
  await waitFor(() => expect(history).toBeVisible());
  expect(screen.getByRole('meter', { name: 'Almacenamiento usado' })).toBeVisible();
  expect(await payments()).toHaveLength(1);
});
