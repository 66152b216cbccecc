import { expect, test } from 'vitest';
import { WEBHOOK_STATUSES } from '#contract/admin';
import type { SubscriptionInfo } from '#contract/billing';
import { amountText, expiryText, subscriptionTypeText, WEBHOOK_LABELS } from '#web/admin/admin-texts.ts';
import { formatMoment } from '#web/ui/format-instant.ts';

test('every status of a webhook has a Spanish label', () => {
  expect(WEBHOOK_STATUSES.map((status) => WEBHOOK_LABELS[status].text)).toEqual([
    'Recibido',
    'Procesado',
    'Fallido',
    'Ignorado',
  ]);
});

test('instants and amounts have the Chilean format', () => {
  expect(formatMoment('2026-07-15T13:05:00Z', 'America/Santiago')).toBe('15/07/2026 09:05');
  expect(amountText({ amount: 37_990, currency: 'CLP' })).toBe('$37.990 CLP');
});

const info = (details: Partial<SubscriptionInfo>): SubscriptionInfo => ({
  subscriptionType: 'monthly',
  subscriptionStatus: 'paid',
  subscriptionExpiresAt: '2026-07-15T13:05:00Z',
  daysRemaining: 12,
  status: 'active',
  ...details,
});

const ENDLESS = { subscriptionExpiresAt: null, daysRemaining: null };

test.each([
  ['bought by the month', info({}), 'Mensual', '15/07/2026 09:05'],
  ['bought by the year', info({ subscriptionType: 'annual', status: 'expiring_soon' }), 'Anual', '15/07/2026 09:05'],
  ['ended', info({ status: 'expired', subscriptionStatus: 'free' }), 'Mensual', 'Venció el 15/07/2026 09:05'],
  ['granted after an earlier payment', info(ENDLESS), 'Otorgada por la administración', 'Sin fecha de término'],
  ['none', info({ ...ENDLESS, status: 'free', subscriptionStatus: 'free' }), 'Sin suscripción', '—'],
])('type and end of a subscription: %s', (_, subscription, type, end) => {
  expect(subscriptionTypeText(subscription)).toBe(type);
  expect(expiryText(subscription, 'America/Santiago')).toBe(end);
});
