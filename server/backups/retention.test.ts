import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backupName, backupTime, expiredBackups } from './retention.ts';

const HOUR_MS = 3600 * 1000;
const nameAt = (text: string) => backupName(new Date(text));
const kept = (names: string[]) => {
  const expired = expiredBackups(names);
  return names.filter((name) => !expired.includes(name));
};

test('a name tells the second of its backup, and other names tell nothing', () => {
  const at = new Date('2026-11-15T20:03:09Z');
  expect(backupName(at)).toBe('ficha-austral-2026-11-15T20-03-09Z.tar.zst.age');
  expect(backupTime(backupName(at))).toEqual(at);
  for (const other of [
    'ficha-austral-2026-11-15T20-03-09Z.tar.zst.age.partial',
    'ficha-austral-2026-13-45T20-03-09Z.tar.zst.age',
    'copia.age',
  ]) {
    expect(backupTime(other)).toBeUndefined();
  }
});

test('of daily backups over two years, 7 days, 4 weeks and 12 months are kept', () => {
  const names = Array.from({ length: 730 }, (_, i) =>
    backupName(new Date(Date.parse('2026-11-15T03:00:00Z') - i * 24 * HOUR_MS)),
  );
  const days = ['11-15', '11-14', '11-13', '11-12', '11-11', '11-10', '11-09'].map((day) => `2026-${day}`);
  // 2026-11-15 is a Sunday: the last of its week and of its month so far.
  const weeks = ['2026-11-08', '2026-11-01', '2026-10-25'];
  const months = ['10-31', '09-30', '08-31', '07-31', '06-30', '05-31', '04-30', '03-31', '02-28', '01-31'].map(
    (day) => `2026-${day}`,
  );
  expect(kept(names)).toEqual(
    [...days, ...weeks, ...months, '2025-12-31']
      .sort()
      .reverse()
      .map((day) => nameAt(`${day}T03:00:00Z`)),
  );
});

test('of several backups of a day the last is kept', () => {
  const names = ['2026-11-14T01:00:00Z', '2026-11-14T23:00:00Z', '2026-11-15T00:30:00Z'].map(nameAt);
  expect(expiredBackups(names)).toEqual([nameAt('2026-11-14T01:00:00Z')]);
});

test('days without a backup do not count: old backups are kept while no newer ones exist', () => {
  const names = ['2024-03-01T00:00:00Z', '2024-03-02T00:00:00Z'].map(nameAt);
  expect(expiredBackups(names)).toEqual([]);
});

test('the newest is never deleted, other files are never deleted, and at most 23 are kept', () => {
  const hours = fc.uniqueArray(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(hours, (offsets) => {
      const names = offsets.map((hour) => backupName(new Date(Date.parse('2024-01-01T00:00:00Z') + hour * HOUR_MS)));
      const left = kept([...names, 'notas.txt']);
      expect(left).toContain('notas.txt');
      expect(left).toContain(names.toSorted().at(-1));
      expect(left.length).toBeLessThanOrEqual(7 + 4 + 12 + 1);
      // What is deleted now is not needed later: deleting again deletes nothing.
      expect(expiredBackups(left)).toEqual([]);
    }),
  );
});
