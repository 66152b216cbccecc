import { Database } from 'lucide-react';
import { useCatalogueStats, useLastRun } from '#web/cie10/system-scripts.queries.ts';
import { SystemScriptsActions } from '#web/cie10/system-scripts-actions.tsx';
import { SystemScriptsResult } from '#web/cie10/system-scripts-result.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { formatNumber } from '#web/ui/format-number.ts';
import { IconTile } from '#web/ui/icon-tile.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export function SystemScriptsPage() {
  const { data, isError, refetch } = useCatalogueStats();
  const run = useLastRun();
  return (
    <Page title="Scripts del Sistema" subtitle="Tareas de mantenimiento, solo para administradores">
      {!data && isError ? (
        <LoadFailure title="No se pudo cargar el estado de la base de datos CIE-10" onRetry={() => void refetch()} />
      ) : (
        <section className={CARD_CLASS}>
          <div className="flex flex-wrap items-start gap-4 p-6">
            <IconTile icon={Database} />
            <div className="min-w-0 flex-1">
              <h2 className="text-lg">Base de datos de diagnósticos CIE-10</h2>
              {data ? <CatalogueStatus count={data.count} /> : <StatusSkeleton />}
            </div>
          </div>
          {data ? <SystemScriptsActions count={data.count} run={run} /> : <ActionsSkeleton />}
        </section>
      )}
      {run && !run.running && <SystemScriptsResult run={run} />}
    </Page>
  );
}

function CatalogueStatus({ count }: { count: number }) {
  if (count === 0) {
    return (
      <>
        <p className="mt-1 mb-3 text-muted">La base de datos CIE-10 aún no ha sido inicializada.</p>
        <Badge tone="orange">Sin inicializar</Badge>
      </>
    );
  }
  return (
    <>
      <p className="mt-2 mb-3">
        <span className="font-bold text-figure tabular-nums">{formatNumber(count)}</span>{' '}
        <span className="text-muted">{count === 1 ? 'código' : 'códigos'}</span>
      </p>
      <Badge tone="green">Inicializada</Badge>
    </>
  );
}

const StatusSkeleton = () => (
  <div role="status" aria-label="Cargando el estado de la base de datos">
    <Skeleton className="mt-2 mb-3 h-10 w-44" />
    <Skeleton className="h-6 w-28" />
  </div>
);

/** An element of its own: one that stays would move when the status arrives. */
const ActionsSkeleton = () => (
  <div className="border-line border-t p-6">
    <Skeleton className="h-56 md:h-20" />
  </div>
);
