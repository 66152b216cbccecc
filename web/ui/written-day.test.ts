import { expect, test } from 'vitest';
import { readDay, writeSlashes } from '#web/ui/written-day.ts';

/** Key by key, as somebody types. */
const typed = (keys: string) => [...keys].reduce((text, key) => writeSlashes(text + key), '');

test('slashes are set while one types, however one types', () => {
  expect(typed('20051990')).toBe('20/05/1990');
  expect(typed('20/05/1990')).toBe('20/05/1990');
  expect(typed('20-05-1990')).toBe('20/05/1990');
  expect(typed('5/3/1990')).toBe('5/3/1990');
  expect(writeSlashes('1990-05-20')).toBe('20/05/1990');
  expect(writeSlashes('\u202a1990-05-20\u202c')).toBe('20/05/1990');
  expect(['2', '20', '200', '20/0', '20/05', '20/051'].map(writeSlashes)).toEqual([
    '2',
    '20',
    '20/0',
    '20/0',
    '20/05',
    '20/05/1',
  ]);
});

test('a written day is read by the calendar, and what is none stays as written', () => {
  expect(readDay(' 20/05/1990 ')).toBe('1990-05-20');
  expect(readDay('5/3/1990')).toBe('1990-03-05');
  expect(['', '20/05/90', 'ayer', '1990-05-20'].map(readDay)).toEqual(['', '20/05/90', 'ayer', '1990-05-20']);
});
