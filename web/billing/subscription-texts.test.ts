import { expect, test } from 'vitest';
import { PAYMENT_STATUSES, type SubscriptionInfo } from '#contract/billing';
import { daysText, isPaidPlan, PAYMENT_LABELS, patientCountText, planLabel } from '#web/billing/subscription-texts.ts';

const info = (status: SubscriptionInfo['status']): SubscriptionInfo => ({
  subscriptionType: 'monthly',
  subscriptionStatus: 'paid',
  subscriptionExpiresAt: '2026-07-15T13:05:00.000Z',
  daysRemaining: 0,
  status,
});

test('a plan that has ended is shown as the free trial, whatever was paid once', () => {
  expect(
    (['active', 'expiring_soon', 'expired', 'free'] as const).map((status) => planLabel(info(status)).text),
  ).toEqual(['Plan Profesional', 'Plan Profesional', 'Prueba Gratuita', 'Prueba Gratuita']);
  expect(isPaidPlan(info('expired'))).toBe(false);
});

test('every state of a payment has its Spanish word', () => {
  expect(PAYMENT_STATUSES.map((status) => PAYMENT_LABELS[status].text)).toEqual([
    ...['Aprobado', 'Pendiente', 'Rechazado', 'Cancelado', 'Reembolsado'],
  ]);
});

test('patients are counted over their limit, and without one over infinity', () => {
  expect(patientCountText(1, 1)).toEqual({ shown: '1 / 1', spoken: '1 paciente de un máximo de 1' });
  expect(patientCountText(0, 1).spoken).toBe('0 pacientes de un máximo de 1');
  expect(patientCountText(1234, -1)).toEqual({ shown: '1.234 / ∞', spoken: '1.234 pacientes, sin límite' });
});

test('one day is not many', () => {
  expect([1, 7, 1200].map(daysText)).toEqual(['1 día', '7 días', '1.200 días']);
});
