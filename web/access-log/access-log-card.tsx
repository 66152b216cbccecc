import { Download, History } from 'lucide-react';
import { useState } from 'react';
import { type AccessEntry, detailText } from '#contract/access-log';
import { actText } from '#contract/audit-acts';
import { ACCESS_LOG_NOT_LOADED, useAccessLog, useExportAccessLog } from '#web/access-log/access-log.queries.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EarlierButton } from '#web/ui/earlier-button.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const EXPLANATIONS = {
  patient: 'Quién vio, imprimió o cambió esta ficha, cuándo y desde dónde. Nadie puede modificar este registro.',
  account:
    'Lo que se hizo en tu cuenta y con las fichas de tus pacientes, también por administradores, y los intentos fallidos de entrar. Nadie puede modificar este registro.',
} as const;

/** The log of a patient, or that of the account. */
export function AccessLogCard({ patientId }: { patientId?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Registro de accesos" action={<ExportButton patientId={patientId} />}>
      <p className="max-w-prose text-muted text-sm">{EXPLANATIONS[patientId ? 'patient' : 'account']}</p>
      <div className="mt-4">
        {isOpen ? (
          <Entries patientId={patientId} />
        ) : (
          <Button look="secondary" onClick={() => setOpen(true)}>
            <History size={18} aria-hidden="true" />
            Ver registro
          </Button>
        )}
      </div>
    </Card>
  );
}

/** Not disabled while it works, because a disabled button loses the focus. */
function ExportButton({ patientId }: { patientId: string | undefined }) {
  const exporting = useExportAccessLog(patientId);
  return (
    <Button
      look="secondary"
      aria-disabled={exporting.isPending}
      onClick={ignoreDoubleClick(() => {
        if (!exporting.isPending) exporting.mutate();
      })}
      className="aria-disabled:cursor-not-allowed"
    >
      <Download size={18} aria-hidden="true" />
      {exporting.isPending ? 'Exportando...' : 'Exportar CSV'}
    </Button>
  );
}

function Entries({ patientId }: { patientId: string | undefined }) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useAccessLog(patientId);
  if (!data) {
    if (isError) return <InlineFailure text={ACCESS_LOG_NOT_LOADED} onRetry={() => void refetch()} />;
    return <Skeleton className="h-24 w-full" />;
  }
  return (
    <>
      <ul aria-label="Accesos" className="divide-y divide-line border-line border-t">
        {data.pages.flat().map((entry) => (
          <Entry key={entry.number} entry={entry} patient={patientId ? undefined : entry.patient} />
        ))}
      </ul>
      {hasNextPage && <EarlierButton isLoading={isFetchingNextPage} onPress={() => void fetchNextPage()} />}
    </>
  );
}

interface EntryProps {
  entry: AccessEntry;
  /** Where the log is not that of one patient. */
  patient: string | undefined;
}

function Entry({ entry: { at, act, actor, address, detail }, patient }: EntryProps) {
  const timeZone = useTimeZone();
  const { day, clock } = formatInstant(at, timeZone);
  const text = detailText(detail, timeZone);
  return (
    <li className="grid gap-x-6 gap-y-1 py-3 text-sm sm:grid-cols-[9rem_1fr]">
      <time dateTime={at} className="text-muted tabular-nums">
        {day} {clock}
      </time>
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">{actText(act)}</p>
        {patient && <p>Paciente: {patient}</p>}
        {text && <p>{text}</p>}
        <p className="text-muted">
          {actor}
          {address && <span className="tabular-nums"> · desde {address}</span>}
        </p>
      </div>
    </li>
  );
}
