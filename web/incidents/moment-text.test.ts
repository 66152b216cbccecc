import { expect, test } from 'vitest';
import { insertMomentMarks, momentText, parseMomentText } from './moment-text.ts';

test('marks are inserted while a moment is typed', () => {
  const typed = [
    '1',
    '1811',
    '18112026',
    '18/11/2026 ',
    '18/11/2026 22',
    '18112026 2215',
    '18/11/2026 9:05',
    '18/11/20262',
    '181120262215',
  ];
  expect(typed.map(insertMomentMarks)).toEqual([
    '1',
    '18/11',
    '18/11/2026',
    '18/11/2026 ',
    '18/11/2026 22',
    '18/11/2026 22:15',
    '18/11/2026 9:05',
    '18/11/2026 2',
    '18/11/2026 22:15',
  ]);
});

test('a moment is read, and anything else is left for its check to refuse', () => {
  expect(parseMomentText(' 18/11/2026 9:05 ')).toBe('2026-11-18T09:05');
  expect(parseMomentText('')).toBeNull();
  expect(['18/11/2026', 'ayer', '18/11/2026 22:15 h'].map(parseMomentText)).toEqual([
    '18/11/2026',
    'ayer',
    '18/11/2026 22:15 h',
  ]);
});

test('a moment is shown as it is typed', () => {
  expect([momentText(null), momentText('2026-11-18T22:15')]).toEqual(['', '18/11/2026 22:15']);
});
