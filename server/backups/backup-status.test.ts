import { expect, test } from 'vitest';
import { backupState } from './backup-status.ts';

const at = (text: string) => new Date(`2026-11-${text}:00Z`);
const schedule = { everyHours: 24, since: at('15T12:00') };
const lastSuccess = { startedAt: at('15T03:00'), finishedAt: at('15T03:02'), bytes: 1000 };
const failure = (text: string) => ({ startedAt: at(text), finishedAt: at(text) });

test('without BACKUP_DIR backups are off, whatever was made before', () => {
  expect(backupState(undefined, { lastSuccess }, at('15T04:00'))).toMatchObject({ status: 'off', nextDueAt: null });
});

test.each([
  ['the first one is pending', {}, '15T12:30', 'pending'],
  ['no first one after an hour is missed', {}, '15T13:01', 'missed'],
  ['a recent success is fine', { lastSuccess }, '16T03:59', 'ok'],
  ['no success an hour after the next was due is missed', { lastSuccess }, '16T04:01', 'missed'],
  [
    'a failure after the last success has failed',
    { lastSuccess, lastFailure: failure('16T03:00') },
    '16T03:30',
    'failed',
  ],
  [
    'a failure stays failed until the next success',
    { lastSuccess, lastFailure: failure('16T03:00') },
    '20T03:30',
    'failed',
  ],
  ['a success after a failure is fine', { lastSuccess, lastFailure: failure('15T02:00') }, '15T04:00', 'ok'],
  ['a failure without any success has failed', { lastFailure: failure('15T12:01') }, '15T12:02', 'failed'],
] as const)('%s', (_, history, now, status) => {
  expect(backupState(schedule, history, at(now)).status).toBe(status);
});

test('after a failure the next backup is the next attempt, which is not in the past', () => {
  const history = { lastSuccess, lastFailure: failure('16T03:05') };
  expect(backupState(schedule, history, at('16T03:30')).nextDueAt).toBe('2026-11-16T04:05:00.000Z');
  const first = { lastFailure: failure('15T12:01') };
  expect(backupState(schedule, first, at('15T12:02')).nextDueAt).toBe('2026-11-15T13:01:00.000Z');
});

test('it says when the last one succeeded, how large it is and when the next is due', () => {
  expect(backupState(schedule, { lastSuccess }, at('15T04:00'))).toEqual({
    status: 'ok',
    lastSuccessAt: '2026-11-15T03:02:00.000Z',
    lastSuccessBytes: 1000,
    lastFailureAt: null,
    nextDueAt: '2026-11-16T03:00:00.000Z',
  });
});
