import type { BackupState } from '#contract/system';
import { formatMoment } from '#web/ui/format-instant.ts';
import type { Label } from '#web/ui/status-badge.tsx';

export const BACKUP_LABELS: Record<BackupState['status'], Label> = {
  off: { text: 'No configurados', tone: 'neutral' },
  pending: { text: 'Primer respaldo en curso', tone: 'blue' },
  ok: { text: 'Al día', tone: 'green' },
  missed: { text: 'Atrasados', tone: 'red' },
  failed: { text: 'Falló el último intento', tone: 'red' },
};

/** What to do, where something has to be done. */
export function backupAdvice({ status, lastFailureAt }: BackupState, timeZone: string): string | undefined {
  if (status === 'off')
    return 'Esta instalación no hace respaldos automáticos: configura BACKUP_DIR y BACKUP_PASSPHRASE.';
  if (status === 'missed') return 'No se hizo el respaldo que correspondía. Revisa el registro del servidor.';
  if (status !== 'failed' || !lastFailureAt) return undefined;
  return `El respaldo del ${formatMoment(lastFailureAt, timeZone)} no se pudo hacer. Revisa el registro del servidor.`;
}
