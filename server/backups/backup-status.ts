import type { BackupState } from '#contract/system';

const HOUR_MS = 3600 * 1000;
/** A backup may wait for the check of its time, and takes a while. */
const GRACE_MS = HOUR_MS;

export interface BackupSchedule {
  everyHours: number;
  /** When this process began to make backups. */
  since: Date;
}

/** The last attempts. */
export interface BackupHistory {
  lastSuccess?: { startedAt: Date; finishedAt: Date; bytes: number };
  lastFailure?: { startedAt: Date; finishedAt: Date };
}

/** When the next backup should begin, by the schedule. */
const nextDue = ({ everyHours, since }: BackupSchedule, { lastSuccess }: BackupHistory): Date =>
  lastSuccess ? new Date(lastSuccess.startedAt.getTime() + everyHours * HOUR_MS) : since;

const hasFailedLast = ({ lastSuccess, lastFailure }: BackupHistory): boolean =>
  lastFailure !== undefined && (!lastSuccess || lastFailure.finishedAt > lastSuccess.finishedAt);

/** A failed backup is tried again after an hour, or earlier if backups are due more often. */
export function nextAttempt(schedule: BackupSchedule, history: BackupHistory): Date {
  const due = nextDue(schedule, history);
  if (!history.lastFailure || !hasFailedLast(history)) return due;
  const again = history.lastFailure.finishedAt.getTime() + Math.min(schedule.everyHours, 1) * HOUR_MS;
  return new Date(Math.max(again, due.getTime()));
}

/** What the administration panel shows. A success after a failure counts, and a success that is too old does not. */
export function backupState(schedule: BackupSchedule | undefined, history: BackupHistory, now: Date): BackupState {
  const { lastSuccess, lastFailure } = history;
  const known = {
    lastSuccessAt: lastSuccess?.finishedAt.toISOString() ?? null,
    lastSuccessBytes: lastSuccess?.bytes ?? null,
    lastFailureAt: lastFailure?.finishedAt.toISOString() ?? null,
  };
  if (!schedule) return { ...known, status: 'off', nextDueAt: null };
  const isLate = now.getTime() > nextDue(schedule, history).getTime() + GRACE_MS;
  const status = hasFailedLast(history) ? 'failed' : isLate ? 'missed' : lastSuccess ? 'ok' : 'pending';
  return { ...known, status, nextDueAt: nextAttempt(schedule, history).toISOString() };
}
