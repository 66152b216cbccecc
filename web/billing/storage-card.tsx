import type { StorageUse } from '#contract/billing';
import { STORAGE_NOT_LOADED, useStorageUse } from '#web/billing/billing.queries.ts';
import { Card } from '#web/ui/card.tsx';
import { formatBytes } from '#web/ui/format-bytes.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const NEARLY_FULL = 0.9;

/** How much of its storage the account uses. */
export function StorageCard() {
  const { data: use, isError, refetch } = useStorageUse();
  return (
    <Card title="Almacenamiento">
      {use && <Use use={use} />}
      {!use && !isError && <Skeleton className="h-12 w-full" />}
      {!use && isError && <InlineFailure text={STORAGE_NOT_LOADED} onRetry={() => void refetch()} />}
    </Card>
  );
}

function Use({ use: { usedBytes, limitBytes } }: { use: StorageUse }) {
  const part = Math.min(usedBytes / limitBytes, 1);
  const text = `${formatBytes(usedBytes)} de ${formatBytes(limitBytes)}`;
  const isNearlyFull = part >= NEARLY_FULL;
  return (
    <>
      <p className="font-semibold tabular-nums">{text}</p>
      {/* Browsers draw <meter> each in their own colours. */}
      <meter className="sr-only" aria-label="Almacenamiento usado" value={part} aria-valuetext={text} />
      <div aria-hidden="true" className="mt-2 h-2 overflow-hidden rounded-full bg-line">
        <div
          className={`h-full min-w-1 rounded-full ${isNearlyFull ? 'bg-red' : 'bg-austral-600'}`}
          style={{ width: `${part * 100}%` }}
        />
      </div>
      <p className="mt-3 text-muted text-sm">{noteFor(part)}</p>
    </>
  );
}

function noteFor(part: number): string {
  if (part >= 1) return 'Alcanzaste el espacio de tu plan: puedes leer, imprimir y eliminar, pero no agregar.';
  if (part >= NEARLY_FULL)
    return 'Te queda poco espacio. Cuando se termine podrás leer, imprimir y eliminar, pero no agregar.';
  return 'Lo que ocupan tus pacientes, citas, notas, certificados, plantillas, firma y documentos impresos.';
}
