import { expect, test } from 'vitest';
import type { BackupState } from '#contract/system';
import { BACKUP_LABELS, backupAdvice, nextBackupText } from '#web/system/backup-texts.ts';

const state = (status: BackupState['status']): BackupState => ({
  status,
  lastSuccessAt: '2026-11-15T06:00:00.000Z',
  lastSuccessBytes: 1000,
  lastFailureAt: '2026-11-16T06:05:00.000Z',
  nextDueAt: '2026-11-17T06:00:00.000Z',
});

test('a missed and a failed backup are red, and words say what to do', () => {
  for (const status of ['missed', 'failed'] as const) {
    expect(BACKUP_LABELS[status].tone).toBe('red');
    expect(backupAdvice(status, state(status), 'America/Santiago')).toMatch(/Revisa el registro del servidor/);
  }
  expect(backupAdvice('failed', state('failed'), 'America/Santiago')).toContain('del 16/11/2026 03:05');
});

test('without backups the card says how to set them up, and a recent one needs no advice', () => {
  expect(BACKUP_LABELS.off).toEqual({ text: 'No configurados', tone: 'neutral' });
  expect(backupAdvice('off', state('off'), 'America/Santiago')).toMatch(/BACKUP_DIR/);
  expect(backupAdvice('ok', state('ok'), 'America/Santiago')).toBeUndefined();
});

test('the next backup is never in the past', () => {
  const due = '2026-11-16T06:00:00.000Z';
  const textAt = (now: string) => nextBackupText(due, new Date(now), 'America/Santiago');
  expect(textAt('2026-11-16T05:59:00Z')).toBe('16/11/2026 03:00');
  expect(textAt('2026-11-16T06:01:00Z')).toBe('Pendiente');
  expect(nextBackupText(null, new Date(due), 'America/Santiago')).toBeUndefined();
});
