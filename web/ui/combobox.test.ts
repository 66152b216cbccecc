import { expect, test } from 'vitest';
import { keyAction } from '#web/ui/combobox.tsx';

const SHOWN = { isPopup: true, isShown: true, isOpen: true };
const EMPTY = { isPopup: true, isShown: false, isOpen: true };
const CLOSED = { isPopup: true, isShown: false, isOpen: false };
const INLINE = { isPopup: false, isShown: true, isOpen: true };

test('the arrows move through the options that are shown, and open a closed list', () => {
  expect(keyAction('ArrowDown', SHOWN)).toBe('next');
  expect(keyAction('ArrowUp', SHOWN)).toBe('previous');
  expect(keyAction('ArrowDown', INLINE)).toBe('next');
  expect(keyAction('ArrowDown', CLOSED)).toBe('open');
  expect(keyAction('ArrowUp', CLOSED)).toBe('open');
});

test('Enter never reaches the form around the combobox', () => {
  for (const state of [SHOWN, EMPTY, CLOSED, INLINE]) expect(keyAction('Enter', state)).toBe('choose');
});

test('Escape closes an open popup first and clears the text next', () => {
  expect(keyAction('Escape', SHOWN)).toBe('close');
  expect(keyAction('Escape', EMPTY)).toBe('close');
  expect(keyAction('Escape', CLOSED)).toBe('clear');
});

test('Escape never clears a text that may be any', () => {
  expect(keyAction('Escape', { ...SHOWN, isFree: true })).toBe('close');
  expect(keyAction('Escape', { ...CLOSED, isFree: true })).toBeUndefined();
});

test('Escape is left to the dialog when the list is a part of the page', () => {
  expect(keyAction('Escape', INLINE)).toBeUndefined();
});

test.each(['Home', 'End', 'ArrowLeft', 'Tab', 'a', ' ', 'toString'])('%j is left to the browser', (key) => {
  for (const state of [SHOWN, EMPTY, CLOSED, INLINE]) expect(keyAction(key, state)).toBeUndefined();
});
