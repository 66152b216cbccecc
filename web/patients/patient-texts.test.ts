import { expect, test } from 'vitest';
import { ageText, emailLink, phoneLink, registeredOn } from '#web/patients/patient-texts.ts';

test('an age is told in years', () => {
  expect([0, 1, 2, 101].map(ageText)).toEqual(['0 años', '1 año', '2 años', '101 años']);
});

test('the day of registration is the one of the professional', () => {
  expect(registeredOn('2026-11-06T02:30:00Z', 'America/Santiago')).toBe('05-11-2026');
  expect(registeredOn('2026-09-06T04:00:00Z', 'America/Santiago')).toBe('06-09-2026');
});

test('only a number can be called and only an address written to', () => {
  expect(phoneLink('+56 9 8765-4321')).toBe('tel:+56987654321');
  expect(phoneLink('no tiene')).toBeUndefined();
  expect(emailLink('rosa@ejemplo.cl')).toBe('mailto:rosa@ejemplo.cl');
  expect(emailLink('no tiene')).toBeUndefined();
});
