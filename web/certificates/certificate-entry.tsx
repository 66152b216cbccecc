import { useRef } from 'react';
import { generatePath, Link } from 'react-router';
import type { Certificate } from '#contract/certificates';
import { useFinalizeStoredCertificate } from '#web/certificates/certificates.queries.ts';
import { PrintCertificate } from '#web/certificates/print-certificate.tsx';
import { TemplateUsed } from '#web/certificates/template-used.tsx';
import { FinalizeButton } from '#web/drafts/finalize-button.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Badge } from '#web/ui/badge.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';
import { ENTRY_LINK_CLASS, TimelineEntry } from '#web/ui/timeline-entry.tsx';

/** More than two lines hold, and little enough to lay out for each of hundreds. */
const MOST_SHOWN = 400;

/** Two lines are little: an empty one would be one of them. */
const withoutBlankLines = (text: string) => text.replaceAll(/\n\s*\n/g, '\n');

interface Props {
  certificate: Certificate;
  /** The plan does not let certificates be written: they are seen here and not opened. */
  isLimited: boolean;
}

/** A certificate in the history of its patient. */
export function CertificateEntry({ certificate, isLimited }: Props) {
  const { _id, patientId, isFinalized, title, content, templateId: template, createdAt } = certificate;
  const { day } = formatInstant(createdAt, useTimeZone());
  const finalize = useFinalizeStoredCertificate(patientId);
  const link = useRef<HTMLAnchorElement>(null);
  const date = (
    <>
      <span className="sr-only">Certificado del </span>
      {day}
    </>
  );
  return (
    <TimelineEntry
      tone="green"
      dimmed={isLimited}
      heading={
        isLimited ? (
          date
        ) : (
          <Link
            ref={link}
            to={generatePath(PATHS.certificate, { id: patientId, certificateId: _id })}
            className={ENTRY_LINK_CLASS}
          >
            {date}
          </Link>
        )
      }
      badge={
        isFinalized ? <Badge tone="green">Certificado</Badge> : <Badge tone="orange">Certificado en edición</Badge>
      }
      action={
        isFinalized ? (
          <PrintCertificate id={_id} />
        ) : (
          !isLimited && <FinalizeButton id={_id} finalize={finalize} onDone={() => link.current?.focus()} />
        )
      }
    >
      <p className="font-semibold">{title}</p>
      <TemplateUsed template={template} />
      <p className="line-clamp-2 whitespace-pre-line">{withoutBlankLines(content.slice(0, MOST_SHOWN))}</p>
    </TimelineEntry>
  );
}
