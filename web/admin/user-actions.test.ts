import { expect, test } from 'vitest';
import type { AdminUser } from '#contract/admin';
import { isOffered, reasonNotAllowed, toggledStatus, type UserAction } from '#web/admin/user-actions.ts';

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
  identity: 'declared',
};
const SOMEBODY_ELSE = '0198a000-0000-7000-8000-000000000002';
const ACTS: UserAction[] = ['subscription', 'billing', 'password', 'deletion'];
const notAllowed = (user: AdminUser, ownId: string) => ACTS.filter((act) => reasonNotAllowed(act, user, ownId));

test('administrators cannot delete their own account or reset their own password', () => {
  expect(notAllowed(ANA, SOMEBODY_ELSE)).toEqual([]);
  expect(notAllowed(ANA, ANA._id)).toEqual(['password', 'deletion']);
});

test('the password of a user without a RUT cannot be reset', () => {
  expect(notAllowed({ ...ANA, rut: undefined }, SOMEBODY_ELSE)).toEqual(['password']);
});

test('an assistant has no plan and no payments, and the panel says why there is no temporary password', () => {
  const marta: AdminUser = { ...ANA, rut: undefined, role: 'assistant' };
  expect(ACTS.filter((act) => isOffered(act, ANA))).toEqual(ACTS);
  expect(ACTS.filter((act) => isOffered(act, marta))).toEqual(['password', 'deletion']);
  expect(notAllowed(marta, SOMEBODY_ELSE)).toEqual(['password']);
});

test('the subscription toggles between paid and free', () => {
  expect(toggledStatus(ANA)).toBe('paid');
  expect(toggledStatus({ ...ANA, subscriptionStatus: 'paid' })).toBe('free');
});
