import { expect, test } from 'vitest';
import { shownTab, withTab } from '#web/account/account-tabs.ts';

const shown = (address: string) => shownTab(new URLSearchParams(address));

test.each([
  ['', 'cuenta'],
  ['tab=firma', 'firma'],
  ['tab=seguridad&payment=success', 'seguridad'],
  ['payment=pending', 'suscripcion'],
  ['tab=otra', 'cuenta'],
  ['tab=', 'cuenta'],
  ['tab=constructor', 'cuenta'],
])('%j shows %s', (address, tab) => {
  expect(shown(address)).toBe(tab);
});

test('another tab changes `tab` and no other parameter', () => {
  expect(withTab(new URLSearchParams('a=1&tab=firma'), 'Suscripción').toString()).toBe('a=1&tab=suscripcion');
});
