import { useQuery } from '@tanstack/react-query';
import { ClipboardList, ClipboardPlus, FileText } from 'lucide-react';
import { generatePath, Link } from 'react-router';
import { type ListedDraft, listDrafts } from '#contract/drafts';
import { nameWithSocial } from '#contract/patient-identity';
import { RowSkeletons } from '#web/home/day-parts.tsx';
import { ROW_CLASS, ROWS_CLASS } from '#web/home/rows.ts';
import { queryFor } from '#web/platform/api.ts';
import { ADDENDUM_PARAMETER, PATHS } from '#web/platform/paths.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { formatMoment } from '#web/ui/format-instant.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

const KINDS = {
  'clinical-note': {
    text: 'Nota clínica',
    icon: ClipboardList,
    look: 'text-blue',
    addressOf: ({ _id, patientId }: ListedDraft) => generatePath(PATHS.clinicalNote, { id: patientId, noteId: _id }),
  },
  addendum: {
    text: 'Adenda',
    icon: ClipboardPlus,
    look: 'text-blue',
    addressOf: ({ _id, noteId = '', patientId }: ListedDraft) =>
      `${generatePath(PATHS.clinicalNote, { id: patientId, noteId })}?${ADDENDUM_PARAMETER}=${_id}`,
  },
  certificate: {
    text: 'Certificado',
    icon: FileText,
    look: 'text-green',
    addressOf: ({ _id, patientId }: ListedDraft) =>
      generatePath(PATHS.certificate, { id: patientId, certificateId: _id }),
  },
} as const;

/** Asked on every visit: a draft may have been finalised on another page. */
const DRAFTS = { ...queryFor(listDrafts, { query: { addenda: 'true' } }), staleTime: 0 };

/** Each is a link to its editor. */
export function OpenDrafts() {
  const { data: drafts, isError, refetch } = useQuery(DRAFTS);
  if (!drafts) {
    if (!isError) return <RowSkeletons />;
    return <InlineFailure text="No se pudieron cargar los borradores" onRetry={() => void refetch()} />;
  }
  if (drafts.length === 0) return <p className="text-muted">No tienes borradores sin finalizar.</p>;
  return (
    <ul className={ROWS_CLASS}>
      {drafts.map((draft) => (
        <li key={draft._id}>
          <DraftLink draft={draft} />
        </li>
      ))}
    </ul>
  );
}

function DraftLink({ draft }: { draft: ListedDraft }) {
  const { icon: Icon, text, look, addressOf } = KINDS[draft.kind];
  const timeZone = useTimeZone();
  const patient = { name: draft.patientName, socialName: draft.patientSocialName };
  return (
    <Link to={addressOf(draft)} className={`${ROW_CLASS} py-1.5`}>
      <Icon size={18} aria-hidden="true" className={`shrink-0 ${look}`} />
      <span className="min-w-0 grow">
        <span className="block truncate font-semibold">{nameWithSocial(patient)}</span>
        <span className="block text-muted text-sm tabular-nums">
          {text} · {formatMoment(draft.updatedAt, timeZone)}
        </span>
      </span>
    </Link>
  );
}
