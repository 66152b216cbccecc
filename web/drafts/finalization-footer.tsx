import type { DraftFields } from '#contract/drafts';
import { CONTENT_HASH_NAME } from '#contract/hash-names';
import { useTimeZone } from '#web/platform/today.ts';
import { formatInstant } from '#web/ui/format-instant.ts';

interface Props {
  /** 'Finalizada' or 'Finalizado' */
  word: string;
  document: Pick<DraftFields, 'finalizedAt' | 'contentHash'>;
  className?: string;
}

/** When a document was finalised, and the hash of its content that every printed copy carries. */
export function FinalizationFooter({ word, document: { finalizedAt, contentHash }, className = '' }: Props) {
  const timeZone = useTimeZone();
  if (!finalizedAt) return null;
  const { day, clock } = formatInstant(finalizedAt, timeZone);
  return (
    <footer className={`mt-6 text-muted text-sm ${className}`}>
      <p className="tabular-nums">
        {word} el {day} a las {clock}
      </p>
      {contentHash && (
        <p className="mt-1 text-fine">
          {CONTENT_HASH_NAME}: <span className="break-all font-mono">{contentHash}</span>
        </p>
      )}
    </footer>
  );
}
