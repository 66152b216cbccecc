import { expect, test } from 'vitest';
import { PAYMENT_STATUSES, type Payment } from '#contract/billing';
import { daysText, PAYMENT_LABELS, patientCountText, pendingText } from '#web/billing/subscription-texts.ts';

test('every status of a payment has a Spanish label', () => {
  expect(PAYMENT_STATUSES.map((status) => PAYMENT_LABELS[status].text)).toEqual([
    'Aprobado',
    'Pendiente',
    'Rechazado',
    'Cancelado',
    'Reembolsado',
  ]);
  expect(PAYMENT_LABELS.void.text).toBe('Pago de prueba');
});

test('the number of patients is shown with the limit, or with ∞ when there is none', () => {
  expect(patientCountText(1, 1)).toEqual({ shown: '1 / 1', spoken: '1 paciente de un máximo de 1' });
  expect(patientCountText(0, 1).spoken).toBe('0 pacientes de un máximo de 1');
  expect(patientCountText(1234, -1)).toEqual({ shown: '1.234 / ∞', spoken: '1.234 pacientes, sin límite' });
});

test('one day is singular', () => {
  expect([1, 7, 1200].map(daysText)).toEqual(['1 día', '7 días', '1.200 días']);
});

const payment = (status: Payment['status'], isVoid = false): Payment => ({
  _id: '0197a000-0000-7000-8000-000000000001',
  description: 'Plan Profesional anual',
  subscriptionType: 'annual',
  amount: 37990,
  currency: 'CLP',
  createdAt: '2026-11-16T02:00:00.000Z',
  processedAt: null,
  status,
  isVoid,
});

test('one pending payment is described by its amount and local day, several by their number', () => {
  const text = (...statuses: Payment['status'][]) =>
    pendingText(
      statuses.map((status) => payment(status)),
      'America/Santiago',
    );
  expect(text('rejected', 'pending', 'approved')).toBe(
    'Tienes un pago pendiente de $37.990 del 15/11/2026. Si pagas de nuevo, se sumará otro período.',
  );
  expect(text('pending', 'pending')).toBe('Tienes 2 pagos pendientes. Si pagas de nuevo, se sumará otro período.');
  expect(text('approved', 'rejected', 'cancelled', 'refunded')).toBeUndefined();
  expect(pendingText([payment('pending', true)], 'America/Santiago')).toBeUndefined();
});
