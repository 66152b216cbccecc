import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { SystemState } from '#contract/system';
import { useTimeZone } from '#web/platform/today.ts';
import { BACKUP_LABELS, backupAdvice, nextBackupText, shownStatus } from '#web/system/backup-texts.ts';
import { Facts } from '#web/ui/facts.tsx';
import { formatBytes } from '#web/ui/format-bytes.ts';
import { formatMoment } from '#web/ui/format-instant.ts';
import { labelOf, StatusBadge } from '#web/ui/status-badge.tsx';

/** When the last backup succeeded, and when the next is due. */
export function BackupSection({ system }: { system: Pick<SystemState, 'backup' | 'disks'> }) {
  const headingId = useId();
  const timeZone = useTimeZone();
  const { lastSuccessAt, lastSuccessBytes, nextDueAt } = system.backup;
  const status = shownStatus(system);
  const advice = backupAdvice(status, system.backup, timeZone);
  const isAlarming = labelOf({ labels: BACKUP_LABELS, status }).tone === 'red';
  const look = isAlarming
    ? 'rounded-control border border-red/40 bg-red-tint p-4 font-semibold text-red'
    : 'text-muted';
  return (
    <section aria-labelledby={headingId} className="space-y-4 border-line border-t pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={headingId}>Respaldos</h3>
        <StatusBadge labels={BACKUP_LABELS} status={status} />
      </div>
      {advice && (
        <p className={`flex items-start gap-2.5 ${look}`}>
          {isAlarming && <CircleAlert size={20} aria-hidden="true" className="mt-0.5 shrink-0" />}
          {advice}
        </p>
      )}
      {(status !== 'off' || lastSuccessAt) && (
        <Facts
          layout="quarters"
          facts={[
            {
              name: 'Último respaldo',
              value: lastSuccessAt && formatMoment(lastSuccessAt, timeZone),
              missing: 'Ninguno',
            },
            { name: 'Tamaño', value: lastSuccessBytes !== null && formatBytes(lastSuccessBytes) },
            { name: 'Próximo respaldo', value: nextBackupText(nextDueAt, new Date(), timeZone), missing: 'Sin fecha' },
          ]}
        />
      )}
    </section>
  );
}
