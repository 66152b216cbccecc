import { TriangleAlert } from 'lucide-react';
import type { SystemState } from '#contract/system';
import { useTimeZone } from '#web/platform/today.ts';
import { BackupSection } from '#web/system/backup-section.tsx';
import { SYSTEM_FAILED, useSystem } from '#web/system/system.queries.ts';
import { SystemCharts, SystemChartsSkeleton } from '#web/system/system-charts.tsx';
import {
  connectionsText,
  DISK_NAMES,
  diskText,
  mailText,
  printingText,
  problemsOf,
  reconciliationText,
  runningText,
  SYSTEM_LABELS,
  statusOf,
} from '#web/system/system-texts.ts';
import { Card } from '#web/ui/card.tsx';
import { FactSkeletons, Facts } from '#web/ui/facts.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';

/** How the installation is: load, resources and backups. It is updated while the page is visible. */
export function SystemCard() {
  const { data, isError, refetch, dataUpdatedAt } = useSystem();
  const timeZone = useTimeZone();
  const updatedAt = new Date(dataUpdatedAt);
  const clock = data && formatInstant(updatedAt.toISOString(), timeZone).clock;
  return (
    <Card title="Estado del sistema" action={data && <StatusBadge labels={SYSTEM_LABELS} status={statusOf(data)} />}>
      <div className="space-y-5">
        {isError && (
          <InlineFailure
            text={clock ? `${SYSTEM_FAILED}. Estas cifras son de las ${clock}.` : SYSTEM_FAILED}
            onRetry={() => void refetch()}
          />
        )}
        {data && <System state={data} at={updatedAt} />}
        {!data && !isError && (
          <div role="status" aria-label="Cargando el estado del sistema" className="space-y-5">
            <SystemChartsSkeleton />
            <FactSkeletons count={6} layout="quarters" />
          </div>
        )}
      </div>
    </Card>
  );
}

function System({ state, at }: { state: SystemState; at: Date }) {
  const problems = problemsOf(state);
  return (
    <>
      {problems.length > 0 && (
        <ul className="space-y-1.5 rounded-control border border-orange/40 bg-orange-tint p-4 font-semibold text-orange">
          {problems.map((problem) => (
            <li key={problem} className="flex items-start gap-2.5">
              <TriangleAlert size={20} aria-hidden="true" className="mt-0.5 shrink-0" />
              {problem}
            </li>
          ))}
        </ul>
      )}
      <SystemCharts state={state} />
      <Facts
        layout="quarters"
        facts={[
          { name: 'Conexiones a la base de datos', value: connectionsText(state) },
          { name: 'Impresión', value: printingText(state.printing) },
          { name: 'Conciliación de pagos', value: reconciliationText(state.reconciliation) },
          { name: 'Correo', value: mailText(state.mail) },
          ...state.disks.map((disk) => ({ name: DISK_NAMES[disk.folder], value: diskText(disk) })),
          { name: 'En marcha', value: runningText(state, at) },
          { name: 'Versión', value: state.version },
        ]}
      />
      <BackupSection system={state} />
    </>
  );
}
