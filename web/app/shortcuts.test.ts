import { expect, test } from 'vitest';
import { ariaKeys, namesOf, SHORTCUTS, shortcutFor, shortcutsOf } from '#web/app/shortcuts.ts';

const PLAIN = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const textFor = (press: Partial<typeof PLAIN> & { key: string }, { isAdmin = false, single = true } = {}) =>
  shortcutFor({ ...PLAIN, ...press }, shortcutsOf(isAdmin), single)?.text;

test('a key does what the table says, also where a keyboard needs Shift for it', () => {
  expect(textFor({ key: '/' })).toBe('Buscar');
  expect(textFor({ key: '/', shiftKey: true })).toBe('Buscar');
  expect(textFor({ key: 'k', ctrlKey: true })).toBe('Buscar');
  expect(textFor({ key: 'K', metaKey: true })).toBe('Buscar');
  expect(textFor({ key: '?', shiftKey: true })).toBe('Ver los atajos de teclado');
  expect(textFor({ key: 'c' })).toBe('Nueva cita');
});

test.each([
  [{ key: 'k' }],
  [{ key: 'k', ctrlKey: true, shiftKey: true }],
  [{ key: 'c', ctrlKey: true }],
  [{ key: 'C', shiftKey: true }],
  [{ key: '/', altKey: true }],
  [{ key: 'a', metaKey: true }],
])('%j is left to the browser', (press) => {
  expect(textFor(press)).toBeUndefined();
});

test('single keys can be switched off, and those with Ctrl stay', () => {
  expect(['/', '?', 'a', 'c'].map((key) => textFor({ key }, { single: false }))).toEqual(Array(4).fill(undefined));
  expect(textFor({ key: 'k', ctrlKey: true }, { single: false })).toBe('Buscar');
});

test('an administrator has no shortcut that makes a patient or an appointment', () => {
  expect(textFor({ key: 'n' }, { isAdmin: true })).toBeUndefined();
  expect(textFor({ key: 'a' }, { isAdmin: true })).toBe('Ir a la agenda');
});

test('no two shortcuts have the same keys', () => {
  const keys = SHORTCUTS.flatMap((shortcut) => shortcut.keys.map((one) => namesOf(one).join('+')));
  expect(new Set(keys).size).toBe(keys.length);
  expect(SHORTCUTS.slice(0, 1).map(ariaKeys)).toEqual(['/ Control+k Meta+k']);
});
