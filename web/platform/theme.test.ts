// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { nextTheme, watchTheme } from '#web/platform/theme.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});

const shown = () => document.documentElement.dataset.theme;

test('the chosen theme is kept', () => {
  watchTheme();
  expect(shown()).toBe('system');
  nextTheme();
  expect([shown(), localStorage.getItem('theme')]).toEqual(['light', 'light']);
});

test('without storage the theme can still be changed', () => {
  for (const name of ['getItem', 'setItem'] as const) {
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
  }
  watchTheme();
  const themes = [1, 2, 3].map(() => {
    nextTheme();
    return shown();
  });
  expect(themes).toEqual(['light', 'dark', 'system']);
});
