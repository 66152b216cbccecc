import { expect, test } from 'vitest';
import { PAYMENT_STATUSES } from '#contract/billing';
import { daysText, PAYMENT_LABELS, patientCountText } from '#web/billing/subscription-texts.ts';

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
