import { useRef } from 'react';
import { generatePath } from 'react-router';
import type { Certificate } from '#contract/certificates';
import { useFinalizeCertificateFromList } from '#web/certificates/certificates.queries.ts';
import { askToFinalizeCertificate } from '#web/certificates/finalize-certificate-question.tsx';
import { PrintCertificate } from '#web/certificates/print-certificate.tsx';
import { TemplateUsed } from '#web/certificates/template-used.tsx';
import { FinalizeButton } from '#web/drafts/finalize-from-list.tsx';
import { shownPatient } from '#web/patients/patients.queries.ts';
import { PATHS } from '#web/platform/paths.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Badge } from '#web/ui/badge.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';
import { Link, useNavigate } from '#web/ui/navigation.tsx';
import { ENTRY_LINK_CLASS, TimelineEntry } from '#web/ui/timeline-entry.tsx';
import { useQuestion } from '#web/ui/use-question.tsx';

/** Fills two lines. A history may have hundreds of entries, so the layout gets no more text. */
const MAX_SHOWN = 400;

/** The preview has two lines: none of them should be empty. */
const withoutBlankLines = (text: string) => text.replaceAll(/\n\s*\n/g, '\n');

interface Props {
  certificate: Certificate;
  /** The plan does not allow writing: certificates cannot be opened. */
  isLimited: boolean;
}

/** A certificate in the clinical history. */
export function CertificateEntry({ certificate, isLimited }: Props) {
  const { _id, patientId, isFinalized, title, content, templateId: template, createdAt, undecryptable } = certificate;
  const { day } = formatInstant(createdAt, useTimeZone());
  const address = generatePath(PATHS.certificate, { id: patientId, certificateId: _id });
  const navigate = useNavigate();
  const { ask, dialog } = useQuestion();
  const finalize = useFinalizeCertificateFromList({
    id: _id,
    patientId,
    confirm: async (loaded) =>
      askToFinalizeCertificate(ask, await shownPatient(patientId), loaded, () => void navigate(address)),
  });
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
          <Link ref={link} to={address} className={ENTRY_LINK_CLASS}>
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
          !isLimited && !undecryptable && <FinalizeButton finalize={finalize} onDone={() => link.current?.focus()} />
        )
      }
    >
      {dialog}
      <p className="font-semibold">{title}</p>
      <TemplateUsed template={template} />
      <p className="line-clamp-2 whitespace-pre-line">{withoutBlankLines(content.slice(0, MAX_SHOWN))}</p>
    </TimelineEntry>
  );
}
