import { expect, test } from 'vitest';
import type { AdminUser } from '#contract/admin';
import { reasonNotAllowed, toggledStatus, type UserAction } from '#web/admin/user-actions.ts';

const ANA: AdminUser = {
  _id: '0198a000-0000-7000-8000-000000000001',
  name: 'Ana Pérez Soto',
  email: 'ana@ejemplo.cl',
  rut: '12345678-5',
  role: 'professional',
  subscriptionStatus: 'free',
  patientCount: 0,
  patientLimit: 1,
  nextPaymentDate: null,
  registrationDate: '2026-07-15T13:05:00Z',
};
const SOMEBODY_ELSE = '0198a000-0000-7000-8000-000000000002';
const ACTS: UserAction[] = ['subscription', 'billing', 'password', 'deletion'];
const refused = (user: AdminUser, ownId: string) => ACTS.filter((act) => reasonNotAllowed(act, user, ownId));

test('one may do everything to others, and neither delete nor reset oneself', () => {
  expect(refused(ANA, SOMEBODY_ELSE)).toEqual([]);
  expect(refused(ANA, ANA._id)).toEqual(['password', 'deletion']);
});

test('where there is no RUT it cannot become the password', () => {
  expect(refused({ ...ANA, rut: undefined }, SOMEBODY_ELSE)).toEqual(['password']);
});

test('the subscription goes to and fro', () => {
  expect(toggledStatus(ANA)).toBe('paid');
  expect(toggledStatus({ ...ANA, subscriptionStatus: 'paid' })).toBe('free');
});
