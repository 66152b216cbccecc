import type { BackupState, SystemState } from '#contract/system';
import { formatMoment } from '#web/ui/format-instant.ts';
import type { Label } from '#web/ui/status-badge.tsx';

/** What the section shows: the state of the backups, or that their folder cannot be used. */
type ShownStatus = BackupState['status'] | 'unreadable';

export const BACKUP_LABELS: Record<ShownStatus, Label> = {
  off: { text: 'No configurados', tone: 'neutral' },
  pending: { text: 'Primer respaldo en curso', tone: 'blue' },
  ok: { text: 'Al día', tone: 'green' },
  missed: { text: 'Atrasados', tone: 'red' },
  failed: { text: 'Falló el último intento', tone: 'red' },
  unreadable: { text: 'Carpeta no disponible', tone: 'red' },
};

/** A backup that was made is of no use while its folder cannot be read. */
export const shownStatus = ({ backup, disks }: Pick<SystemState, 'backup' | 'disks'>): ShownStatus => {
  const isUnreadable = disks.some(({ folder, freeBytes }) => folder === 'backups' && freeBytes === null);
  return isUnreadable && ['ok', 'pending'].includes(backup.status) ? 'unreadable' : backup.status;
};

/** What to do, where something has to be done. */
export function backupAdvice(
  status: ShownStatus,
  { lastFailureAt }: BackupState,
  timeZone: string,
): string | undefined {
  if (status === 'unreadable')
    return 'No se puede usar la carpeta de respaldos: los respaldos no están a salvo y el próximo fallará. Revisa BACKUP_DIR.';
  if (status === 'off')
    return 'Esta instalación no hace respaldos automáticos: configura BACKUP_DIR y BACKUP_PASSPHRASE.';
  if (status === 'missed') return 'No se hizo el respaldo que correspondía. Revisa el registro del servidor.';
  if (status !== 'failed' || !lastFailureAt) return undefined;
  return `El respaldo del ${formatMoment(lastFailureAt, timeZone)} no se pudo hacer. Revisa el registro del servidor.`;
}

/** A backup that should have begun already begins with the next check of the server. */
export function nextBackupText(nextDueAt: string | null, now: Date, timeZone: string): string | undefined {
  if (!nextDueAt) return undefined;
  return new Date(nextDueAt) < now ? 'Pendiente' : formatMoment(nextDueAt, timeZone);
}
