import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { generatePath } from 'react-router';
import { MAX_RECORD_RESULTS, type RecordResult, searchRecord } from '#contract/record-search';
import { queryFor } from '#web/platform/api.ts';
import { isError } from '#web/platform/api-error.ts';
import { PATHS } from '#web/platform/paths.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { SearchingRecord } from '#web/record-search/searching-record.tsx';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { ENTRY_LINK_CLASS, Timeline, TimelineEntry } from '#web/ui/timeline-entry.tsx';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '#web/ui/use-debounced.ts';

const KINDS: Record<RecordResult['kind'], { label: string; badge: Tone; tone: 'blue' | 'green' }> = {
  'clinical-note': { label: 'Atención', badge: 'blue', tone: 'blue' },
  addendum: { label: 'Adenda', badge: 'blue', tone: 'blue' },
  certificate: { label: 'Certificado', badge: 'green', tone: 'green' },
  attachment: { label: 'Archivo', badge: 'neutral', tone: 'green' },
};

interface Props {
  patientId: string;
  /** What is in the search field, and is not empty. */
  typed: string;
}

/** The parts of a patient's record that contain the words. They are shown in place of the history. */
export function RecordSearchResults({ patientId, typed }: Props) {
  const query = useDebounced(typed, SEARCH_DEBOUNCE_MS);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...queryFor(searchRecord, { params: { id: patientId }, query: { query } }),
    placeholderData: keepPreviousData,
    // What is in the record may change at any time, and the words are clinical.
    gcTime: 0,
  });
  if (error && isError(error, 'INVALID_INPUT')) {
    return (
      <p role="status" className="text-muted text-sm">
        Escribe al menos una letra o un número.
      </p>
    );
  }
  if (error) return <InlineFailure text="No se pudo buscar en la ficha" onRetry={() => void refetch()} />;
  if (!data) return <SearchingRecord />;
  const { results, truncated } = data;
  return (
    <div aria-busy={isPlaceholderData || query !== typed}>
      <p role="status" className="mb-3 text-muted text-sm">
        {countText(results.length, truncated)}
      </p>
      <Timeline label="Resultados de la búsqueda">
        {results.map((result) => (
          <Result key={`${result.kind}/${result._id}`} result={result} patientId={patientId} />
        ))}
      </Timeline>
    </div>
  );
}

function countText(count: number, truncated: boolean): string {
  if (truncated && count === MAX_RECORD_RESULTS)
    return `Los ${count} resultados más recientes. Agrega otra palabra para ver menos.`;
  if (count === 0) return 'Nada en la ficha contiene esas palabras.';
  const found = count === 1 ? '1 resultado' : `${count} resultados`;
  return truncated ? `${found} en los registros más recientes.` : found;
}

function Result({ result, patientId }: { result: RecordResult; patientId: string }) {
  const { label, badge, tone } = KINDS[result.kind];
  const { day } = formatInstant(result.date, useTimeZone());
  const path = pathOf(result, patientId);
  const heading = `${day} · ${result.title}`;
  return (
    <TimelineEntry
      tone={tone}
      dimmed={false}
      heading={
        path ? (
          <Link to={path} className={ENTRY_LINK_CLASS}>
            {heading}
          </Link>
        ) : (
          heading
        )
      }
      badge={<Badge tone={badge}>{label}</Badge>}
    >
      <p className="break-words">{marked(result)}</p>
    </TimelineEntry>
  );
}

/** A file of the patient is on this page. */
function pathOf({ kind, _id, noteId }: RecordResult, id: string): string | undefined {
  if (kind === 'certificate') return generatePath(PATHS.certificate, { id, certificateId: _id });
  const note = kind === 'clinical-note' ? _id : noteId;
  return note && generatePath(PATHS.clinicalNote, { id, noteId: note });
}

function marked({ excerpt, matches }: RecordResult): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [start, end] of matches) {
    parts.push(
      excerpt.slice(at, start),
      <mark key={start} className="rounded-sm bg-orange-tint font-semibold text-ink">
        {excerpt.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  return [...parts, excerpt.slice(at)];
}
