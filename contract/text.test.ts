import { expect, test, vi } from 'vitest';
import { optionalText, requiredText } from './text.ts';

test('a heap of marks on one letter is refused before it is brought into one form', () => {
  const heap = `a${'\u0316\u0301'.repeat(16)}`;
  const normalize = vi.spyOn(String.prototype, 'normalize');
  const read = optionalText(50_000).safeParse(heap);
  expect(read.error?.issues.map(({ message }) => message)).toEqual(['Contiene caracteres no permitidos']);
  expect(normalize.mock.contexts.map(String)).not.toContain(heap);
  normalize.mockRestore();
  expect(optionalText(50_000).parse(`a${'\u0316\u0301'.repeat(15)}`)).toHaveLength(30);
});

test('what nobody sees is taken away: two texts that look alike are the same', () => {
  expect(optionalText(100).parse('in\u200Bsu\u00ADlina\u2028\uFEFF 5 UI')).toBe('insulina\n 5 UI');
  expect(optionalText(100).parse('👩🏽‍⚕️ می‌خواهم')).toBe('👩🏽‍⚕️ می‌خواهم');
  expect(requiredText('Falta', 100).safeParse('\u3164\u200F').error?.issues[0]?.message).toBe('Falta');
});
