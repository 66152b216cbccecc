import { useQuery } from '@tanstack/react-query';
import { type AccessEntry, detailText } from '#contract/access-log';
import { sealText } from '#contract/access-log-seal';
import { actText } from '#contract/audit-acts';
import { ACCESS_LOG_NOT_LOADED, lastSealQuery, useAccessLog } from '#web/access-log/access-log.queries.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { CopyText } from '#web/ui/copy-text.tsx';
import { EarlierButton } from '#web/ui/earlier-button.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The newest entries, and the earlier ones on request. */
export function AccessLogEntries({ patientId }: { patientId: string | undefined }) {
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
      <LastSeal />
    </>
  );
}

/** A new account has no seal for a few minutes. */
function LastSeal() {
  const timeZone = useTimeZone();
  const { data: seal } = useQuery(lastSealQuery);
  if (!seal) return null;
  return (
    <div className="mt-4 max-w-prose border-line border-t pt-4">
      <p className="mb-3 text-muted text-sm">
        Este sello permite comprobar el registro de accesos de toda tu cuenta hasta ese momento. Guárdalo fuera de Ficha
        Austral: si algún día dudas del registro, quien administra el servidor puede comprobar con él que no se borró ni
        se cambió nada hasta entonces.
      </p>
      <CopyText label="Sello para guardar" text={sealText(seal, timeZone)} copyLabel="Copiar sello" short />
    </div>
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
