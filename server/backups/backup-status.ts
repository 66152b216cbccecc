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
export const nextDue = ({ everyHours, since }: BackupSchedule, { lastSuccess }: BackupHistory): Date =>
  lastSuccess ? new Date(lastSuccess.startedAt.getTime() + everyHours * HOUR_MS) : since;

/** What the administration panel shows. A success after a failure counts, and a success that is too old does not. */
export function backupState(schedule: BackupSchedule | undefined, history: BackupHistory, now: Date): BackupState {
  const { lastSuccess, lastFailure } = history;
  const known = {
    lastSuccessAt: lastSuccess?.finishedAt.toISOString() ?? null,
    lastSuccessBytes: lastSuccess?.bytes ?? null,
    lastFailureAt: lastFailure?.finishedAt.toISOString() ?? null,
  };
  if (!schedule) return { ...known, status: 'off', nextDueAt: null };
  const due = nextDue(schedule, history);
  const hasFailed = lastFailure && (!lastSuccess || lastFailure.finishedAt > lastSuccess.finishedAt);
  const isLate = now.getTime() > due.getTime() + GRACE_MS;
  const status = hasFailed ? 'failed' : isLate ? 'missed' : lastSuccess ? 'ok' : 'pending';
  return { ...known, status, nextDueAt: due.toISOString() };
}
