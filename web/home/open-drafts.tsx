import { ClipboardList, ClipboardPlus, FileText } from 'lucide-react';
import { useState } from 'react';
import { generatePath } from 'react-router';
import type { ListedDraft } from '#contract/drafts';
import { nameWithSocial } from '#contract/patient-identity';
import { ADDENDUM_PARAMETER, PATHS } from '#web/platform/paths.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';
import { Link } from '#web/ui/navigation.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

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

/** How many drafts are shown until all are asked for. */
const SHOWN = 8;

const LIST_CLASS = '-mx-2 -mb-2 space-y-1';
const ROW_CLASS = 'flex min-h-13 items-center gap-3 rounded-control px-2';

/** Each is a link to its editor. */
export function OpenDrafts({ drafts }: { drafts: readonly ListedDraft[] }) {
  const [showsAll, setShowsAll] = useState(false);
  if (drafts.length === 0) return <p className="text-muted">No tienes borradores sin finalizar.</p>;
  const shown = showsAll ? drafts : drafts.slice(0, SHOWN);
  const hidden = drafts.length - shown.length;
  return (
    <>
      <ul className={LIST_CLASS}>
        {shown.map((draft) => (
          <li key={draft._id}>
            <DraftLink draft={draft} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button look="ghost" className="mt-3 -mb-2 w-full" onClick={() => setShowsAll(true)}>
          {hidden === 1 ? 'Mostrar el que falta' : `Mostrar los ${hidden} restantes`}
        </Button>
      )}
    </>
  );
}

function DraftLink({ draft }: { draft: ListedDraft }) {
  const { icon: Icon, text, look, addressOf } = KINDS[draft.kind];
  const timeZone = useTimeZone();
  const patient = { name: draft.patientName, socialName: draft.patientSocialName };
  return (
    <Link to={addressOf(draft)} className={`${ROW_CLASS} hover:bg-austral-50`}>
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

export const DraftSkeletons = () => (
  <div role="status" aria-label="Cargando borradores" className={LIST_CLASS}>
    {['first', 'second', 'third'].map((row) => (
      <div key={row} className={ROW_CLASS}>
        <Skeleton className="h-9 w-full" />
      </div>
    ))}
  </div>
);
