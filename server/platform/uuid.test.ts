import { expect, test } from 'vitest';
import { isUuid, uuidv7 } from './uuid.ts';

test('a UUID of version 7 begins with its time and is unique', () => {
  const now = new Date('2026-03-01T12:00:00.123Z');
  const ids = Array.from({ length: 1000 }, () => uuidv7(now));
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) {
    expect(isUuid(id), id).toBe(true);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(now.getTime());
    expect(id).toMatch(/^.{14}7.{4}[89ab]/);
  }
  expect(uuidv7(new Date(now.getTime() + 1)) > (ids[0] ?? '')).toBe(true);
});
