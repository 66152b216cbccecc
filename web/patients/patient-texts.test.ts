import { expect, test } from 'vitest';
import { ageText, emailLink, phoneLink } from '#web/patients/patient-texts.ts';

test('an age is in years', () => {
  expect([0, 1, 2, 101].map(ageText)).toEqual(['0 años', '1 año', '2 años', '101 años']);
});

test('only a phone number and only an email address become links', () => {
  expect(phoneLink('+56 9 8765-4321')).toBe('tel:+56987654321');
  expect(phoneLink('no tiene')).toBeUndefined();
  expect(emailLink('rosa@ejemplo.cl')).toBe('mailto:rosa@ejemplo.cl');
  expect(emailLink('no tiene')).toBeUndefined();
});
