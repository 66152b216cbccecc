import { CircleAlert } from 'lucide-react';
import type { BackupState } from '#contract/admin';
import { useSystem } from '#web/admin/admin.queries.ts';
import { FAILED, momentText } from '#web/admin/admin-texts.ts';
import { BACKUP_LABELS, backupAdvice, sizeText } from '#web/admin/backup-texts.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Card } from '#web/ui/card.tsx';
import { Facts, FactsSkeleton } from '#web/ui/facts.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { labelOf, StatusBadge } from '#web/ui/status-badge.tsx';

/** When the last backup succeeded, and when the next is due. */
export function BackupCard() {
  const { data, isError, refetch } = useSystem();
  return (
    <Card title="Respaldos" action={data && <StatusBadge labels={BACKUP_LABELS} status={data.backup.status} />}>
      {data ? (
        <BackupFacts state={data.backup} />
      ) : isError ? (
        <InlineFailure text={FAILED.system} onRetry={() => void refetch()} />
      ) : (
        <FactsSkeleton label="Cargando el estado de los respaldos" count={3} />
      )}
    </Card>
  );
}

function BackupFacts({ state }: { state: BackupState }) {
  const timeZone = useTimeZone();
  const { status, lastSuccessAt, lastSuccessBytes, nextDueAt } = state;
  const advice = backupAdvice(state, timeZone);
  const isAlarming = labelOf({ labels: BACKUP_LABELS, status }).tone === 'red';
  const look = isAlarming
    ? 'rounded-control border border-red/40 bg-red-tint p-4 font-semibold text-red'
    : 'text-muted';
  return (
    <div className="space-y-4">
      {advice && (
        <p className={`flex items-start gap-2.5 ${look}`}>
          {isAlarming && <CircleAlert size={20} aria-hidden="true" className="mt-0.5 shrink-0" />}
          {advice}
        </p>
      )}
      {(status !== 'off' || lastSuccessAt) && (
        <Facts
          layout="row"
          facts={[
            {
              name: 'Último respaldo',
              value: lastSuccessAt && momentText(lastSuccessAt, timeZone),
              missing: 'Ninguno',
            },
            { name: 'Tamaño', value: lastSuccessBytes !== null && sizeText(lastSuccessBytes) },
            { name: 'Próximo respaldo', value: nextDueAt && momentText(nextDueAt, timeZone), missing: 'Sin fecha' },
          ]}
        />
      )}
    </div>
  );
}
