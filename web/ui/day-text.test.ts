import { expect, test } from 'vitest';
import { insertSlashes, parseDayText } from '#web/ui/day-text.ts';

/** Applies the format after each key. */
const typed = (keys: string) => [...keys].reduce((text, key) => insertSlashes(text + key), '');

test('slashes are inserted while typing, with or without separators', () => {
  expect(typed('20051990')).toBe('20/05/1990');
  expect(typed('20/05/1990')).toBe('20/05/1990');
  expect(typed('20-05-1990')).toBe('20/05/1990');
  expect(typed('5/3/1990')).toBe('5/3/1990');
  expect(typed('20.05.1990')).toBe('20/05/1990');
  expect(typed('20 05 1990')).toBe('20/05/1990');
  expect(typed('5 3 1990')).toBe('5/3/1990');
  expect(insertSlashes(' 20 - 05 - 1990 ')).toBe('20/05/1990');
  expect(insertSlashes('1990-05-20')).toBe('20/05/1990');
  expect(insertSlashes('\u202a1990-05-20\u202c')).toBe('20/05/1990');
  expect(['2', '20', '200', '20/0', '20/05', '20/051'].map(insertSlashes)).toEqual([
    '2',
    '20',
    '20/0',
    '20/0',
    '20/05',
    '20/05/1',
  ]);
});

test('a day is parsed, and any other text stays as it is', () => {
  expect(parseDayText(' 20/05/1990 ')).toBe('1990-05-20');
  expect(parseDayText('5/3/1990')).toBe('1990-03-05');
  expect(['', '20/05/90', 'ayer', '1990-05-20'].map(parseDayText)).toEqual(['', '20/05/90', 'ayer', '1990-05-20']);
});
