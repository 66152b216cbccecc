import { Archive } from 'lucide-react';
import { useState } from 'react';
import type { CustodyRecord } from '#contract/custody';
import { documentText, nameWithSocial } from '#contract/patient-identity';
import { CUSTODY_NOT_LOADED, useCustody } from '#web/custody/custody.queries.ts';
import { ExportButton } from '#web/export/export-button.tsx';
import { useTimeZone } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EarlierButton } from '#web/ui/earlier-button.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';
import { formatCount } from '#web/ui/format-number.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Deleted patients whose finalised documents and attachments are kept. */
export function CustodyCard() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Fichas en custodia">
      <p className="max-w-prose text-muted text-sm">
        Cuando eliminas a un paciente, sus notas y certificados finalizados y sus archivos se conservan 15 años desde el
        último registro, como exige la Ley 20.584. Aquí puedes exportarlos.
      </p>
      <div className="mt-4">
        {isOpen ? (
          <CustodyList />
        ) : (
          <Button look="secondary" onClick={() => setOpen(true)}>
            <Archive size={18} aria-hidden="true" />
            Ver fichas en custodia
          </Button>
        )}
      </div>
    </Card>
  );
}

function CustodyList() {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useCustody();
  if (!data) {
    if (isError) return <InlineFailure text={CUSTODY_NOT_LOADED} onRetry={() => void refetch()} />;
    return <Skeleton className="h-24 w-full" />;
  }
  const records = data.pages.flat();
  if (records.length === 0) return <p className="text-sm">No hay fichas en custodia.</p>;
  return (
    <>
      <ul aria-label="Fichas en custodia" className="divide-y divide-line border-line border-t">
        {records.map((record) => (
          <CustodyItem key={record.patientId} record={record} />
        ))}
      </ul>
      {hasNextPage && <EarlierButton isLoading={isFetchingNextPage} onPress={() => void fetchNextPage()} />}
    </>
  );
}

function CustodyItem({ record }: { record: CustodyRecord }) {
  const { patientId, rut, documentType, documents, lastRecordAt, keptUntil } = record;
  const name = nameWithSocial({ ...record, name: record.name ?? 'Ficha que no se pudo descifrar' });
  const timeZone = useTimeZone();
  const dayOf = (instant: string) => formatInstant(instant, timeZone).day;
  return (
    <li className="grid items-start gap-3 py-4 text-sm sm:grid-cols-[1fr_14rem]">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">{name}</p>
        {rut && <p className="text-muted tabular-nums">{documentText({ rut, documentType })}</p>}
        <p className="text-muted">
          {formatCount(documents, 'documento', 'documentos')}, el último del {dayOf(lastRecordAt)}. Se conserva hasta el{' '}
          {dayOf(keptUntil)}.
        </p>
      </div>
      <ExportButton what={{ custodyOf: patientId }} label="Exportar" name={`Exportar la ficha de ${name}`} />
    </li>
  );
}
