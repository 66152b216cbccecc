import { useId, useState } from 'react';
import { formatDay } from '#contract/days';
import { useTimeZone } from '#web/platform/today.ts';
import { documentKey, needsNoChoice, type ShareableDocument } from '#web/shares/shareable-documents.ts';
import { Button } from '#web/ui/button.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';

/** How many documents are shown until the professional asks for all. */
const SHOWN = 8;

interface Props {
  documents: readonly ShareableDocument[];
  /** The keys of the chosen documents. */
  keys: ReadonlySet<string>;
  onChange: (keys: Set<string>) => void;
  error: string | undefined;
}

/** The documents that can be sent. */
export function DocumentChoice({ documents, keys, onChange, error }: Props) {
  const id = useId();
  // A document that is chosen from the start must be visible.
  const [showsAll, setShowsAll] = useState(() => documents.slice(SHOWN).some((one) => keys.has(documentKey(one))));
  const [only] = documents;
  const toggle = (key: string) => {
    const changed = new Set(keys);
    if (!changed.delete(key)) changed.add(key);
    onChange(changed);
  };
  if (only && needsNoChoice(documents)) {
    return (
      <p>
        <DocumentName document={only} />
      </p>
    );
  }
  const shown = showsAll ? documents : documents.slice(0, SHOWN);
  const areOfOneRecord = documents.every((one) => one.id === only?.id);
  return (
    <fieldset aria-describedby={error && id} className="min-w-0">
      <legend className="mb-1 font-bold">Qué documentos</legend>
      {shown.map((document) => (
        <label
          key={documentKey(document)}
          className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 leading-snug"
        >
          <input
            type="checkbox"
            checked={keys.has(documentKey(document))}
            onChange={() => toggle(documentKey(document))}
            aria-invalid={error ? true : undefined}
            className="mt-0.5 size-5 shrink-0 accent-austral-600"
          />
          <span className="min-w-0">
            <DocumentName document={document} hasVisit={!areOfOneRecord} />
          </span>
        </label>
      ))}
      {shown.length < documents.length && (
        <Button look="ghost" className="-ml-4" onClick={() => setShowsAll(true)}>
          Mostrar los {documents.length} documentos
        </Button>
      )}
      <p id={id} aria-live="polite" className="mt-1 font-medium text-red text-sm empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}

interface NameProps {
  document: ShareableDocument;
  /** Several visits have documents of the same title, and perhaps of the same day. */
  hasVisit?: boolean;
}

function DocumentName({ document: { kind, title, date, reason }, hasVisit = false }: NameProps) {
  const timeZone = useTimeZone();
  if (kind === 'receipt') return <NameOnDay title={title} day={formatDay(date)} more={reason} />;
  const { day, clock } = formatInstant(date, timeZone);
  if (!hasVisit || kind === 'certificate') return <NameOnDay title={title} day={day} />;
  return <NameOnDay title={title} day={`${day} ${clock}`} more={reason && `Motivo: ${reason}`} />;
}

const NameOnDay = ({ title, day, more }: { title: string; day: string; more?: string | undefined }) => (
  <>
    <span className="wrap-anywhere font-semibold">{title}</span>{' '}
    <span className="inline-block text-muted tabular-nums">{day}</span>
    {more && <span className="wrap-anywhere line-clamp-2 text-muted text-sm">{more}</span>}
  </>
);
