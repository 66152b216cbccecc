import { expect, test, vi } from 'vitest';
import { optionalText } from './text.ts';

test('a heap of marks on one letter is refused before it is brought into one form', () => {
  const heap = `a${'\u0316\u0301'.repeat(16)}`;
  const normalize = vi.spyOn(String.prototype, 'normalize');
  const read = optionalText(50_000).safeParse(heap);
  expect(read.error?.issues.map(({ message }) => message)).toEqual(['Contiene caracteres no permitidos']);
  expect(normalize.mock.contexts.map(String)).not.toContain(heap);
  normalize.mockRestore();
  expect(optionalText(50_000).parse(`a${'\u0316\u0301'.repeat(15)}`)).toHaveLength(30);
});
