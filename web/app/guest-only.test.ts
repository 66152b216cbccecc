import { expect, test } from 'vitest';
import type { User } from '#contract/auth';
import { nextPage } from '#web/app/guest-only.tsx';

const user: User = {
  _id: '1',
  name: 'Ana',
  email: 'ana@ejemplo.cl',
  role: 'professional',
  subscriptionStatus: 'free',
  patientCount: 0,
  patientLimit: 1,
  nextPaymentDate: null,
};
const admin: User = { ...user, role: 'admin' };
const known = (who: User) => ({ user: who, failed: false });
const unknown = { user: undefined, failed: false };

test('a professional goes to the home page, an administrator to the administration', () => {
  expect(nextPage(known(user), null)).toBe('/dashboard');
  expect(nextPage(known(admin), null)).toBe('/dashboard/admin');
});

test('a user who is still loading is not redirected, and goes to the home page if loading fails', () => {
  expect(nextPage(unknown, null)).toBeUndefined();
  expect(nextPage({ user: undefined, failed: true }, null)).toBe('/dashboard');
});

test('the requested page comes first, unless it is not behind the login', () => {
  expect(nextPage(unknown, { from: '/dashboard/agenda?date=2026-07-15' })).toBe('/dashboard/agenda?date=2026-07-15');
  for (const from of ['//elsewhere', 'https://elsewhere', '/dashboards', '/login', 7, undefined]) {
    expect(nextPage(known(admin), { from })).toBe('/dashboard/admin');
  }
});
