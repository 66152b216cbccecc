import { useQuery } from '@tanstack/react-query';
import { sealText } from '#contract/access-log-seal';
import { ACCESS_LOG_NOT_LOADED, lastSealQuery, useAccessLog } from '#web/access-log/access-log.queries.ts';
import { EntryList } from '#web/access-log/entry-list.tsx';
import { useTimeZone } from '#web/platform/today.ts';
import { CopyText } from '#web/ui/copy-text.tsx';
import { EarlierButton } from '#web/ui/earlier-button.tsx';
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
      <EntryList label="Accesos" entries={data.pages.flat()} showsPatients={patientId === undefined} />
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
