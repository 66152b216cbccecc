import { useRef, useState } from 'react';
import type { Addendum } from '#contract/addenda';
import type { ClinicalNote } from '#contract/clinical-notes';
import type { Patient } from '#contract/patients';
import { addendumDraft, addendumName } from '#web/clinical-notes/addendum-draft.ts';
import { AddendumEditor } from '#web/clinical-notes/addendum-editor.tsx';
import { DeleteAddendumDialog } from '#web/clinical-notes/delete-addendum-dialog.tsx';
import { idOfNew } from '#web/drafts/draft.ts';
import { FinalizationFooter } from '#web/drafts/finalization-footer.tsx';
import { readUnsavedChanges } from '#web/drafts/unsaved-changes.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { ADDENDUM_PARAMETER } from '#web/platform/paths.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';
import { useSearchParams } from '#web/ui/navigation.tsx';
import { UnsavedText } from '#web/ui/unsaved-text.tsx';

interface Props {
  patient: Patient;
  note: ClinicalNote;
  /** The plan allows to write. */
  canWrite: boolean;
}

/** What was appended to a finalised note, and the editor of what is being appended. */
export function NoteAddenda({ patient, note, canWrite }: Props) {
  const { _id: ownerId } = useCurrentUser();
  const [address] = useSearchParams();
  const [addenda, setAddenda] = useState(note.addenda ?? []);
  const newId = () => idOfNew(ownerId, addendumName(note._id));
  // The editor opens by itself for the draft in the address, and for text of this tab that was not saved.
  const [editedId, setEditedId] = useState(() => {
    if (!canWrite) return undefined;
    const isDraft = ({ status, undecryptable }: Addendum) => status === 'draft' && !undecryptable;
    const drafts = addenda.filter(isDraft).map(({ _id }) => _id);
    const unsaved = drafts.find((id) => readUnsavedChanges(ownerId, addendumName(note._id, id)));
    if (unsaved) return unsaved;
    if (readUnsavedChanges(ownerId, addendumName(note._id))) return newId();
    return drafts.find((id) => id === address.get(ADDENDUM_PARAMETER));
  });
  const [unsaved, setUnsaved] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);

  const close = (changed: Addendum[]) => {
    setAddenda(changed);
    setEditedId(undefined);
    // A dialog that is closing restores the focus first.
    requestAnimationFrame(() => requestAnimationFrame(() => heading.current?.focus()));
  };
  const others = addenda.filter(({ _id }) => _id !== editedId);
  const [kind] = useState(() => addendumDraft(note));
  return (
    <section className="mt-8 space-y-4 sm:space-y-6" aria-labelledby="addenda">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-1">
        <h2 id="addenda" ref={heading} tabIndex={-1} className="text-xl">
          Adendas
        </h2>
        {canWrite && !editedId && (
          <Button look="secondary" onClick={() => setEditedId(newId())}>
            Agregar adenda
          </Button>
        )}
      </div>
      {others.length === 0 && !editedId && (
        <p className="px-1 text-muted">Una nota finalizada no cambia. Lo que falte se agrega en una adenda.</p>
      )}
      {others.map((addendum) => (
        <AddendumCard
          key={addendum._id}
          addendum={addendum}
          onEdit={canWrite && !editedId ? () => setEditedId(addendum._id) : undefined}
          onDeleted={() => close(addenda.filter(({ _id }) => _id !== addendum._id))}
        />
      ))}
      {unsaved && <UnsavedText text={unsaved} onDismiss={() => setUnsaved(undefined)} />}
      {editedId && (
        <AddendumEditor
          key={editedId}
          kind={kind}
          id={editedId}
          patient={patient}
          addendum={addenda.find(({ _id }) => _id === editedId)}
          onFinalized={(finalized, text) => {
            setUnsaved(text);
            close(withFinalized(addenda, finalized));
          }}
          onDeleted={() => close(others)}
        />
      )}
    </section>
  );
}

/** Finalised ones in their order, then drafts. */
const withFinalized = (addenda: Addendum[], finalized: Addendum): Addendum[] => {
  const others = addenda.filter(({ _id }) => _id !== finalized._id);
  const isDraft = ({ status }: Addendum) => status === 'draft';
  return [...others.filter((one) => !isDraft(one)), finalized, ...others.filter(isDraft)];
};

interface CardProps {
  addendum: Addendum;
  /** Undefined when it cannot be edited now. */
  onEdit: (() => void) | undefined;
  onDeleted: () => void;
}

function AddendumCard({ addendum, onEdit, onDeleted }: CardProps) {
  const { _id: id, patientId, content, author, status, updatedAt, finalizedAt, undecryptable } = addendum;
  const [isDeleting, setDeleting] = useState(false);
  const stopDeleting = () => setDeleting(false);
  const timeZone = useTimeZone();
  const isDraft = status === 'draft';
  return (
    <article className={`${CARD_CLASS} p-6`}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="text-lg tabular-nums">Adenda · {formatMoment(finalizedAt ?? updatedAt, timeZone)}</h3>
        {isDraft ? <Badge tone="orange">Borrador</Badge> : <Badge tone="green">Finalizada</Badge>}
      </div>
      {author && <p className="-mt-2 mb-4 text-muted text-sm">Escrita por {author}</p>}
      <p className={`whitespace-pre-wrap ${isDraft ? 'line-clamp-3' : ''}`}>{content}</p>
      <FinalizationFooter word="Finalizada" document={addendum} />
      {isDraft && onEdit && (
        <Button look="secondary" onClick={undecryptable ? () => setDeleting(true) : onEdit} className="mt-4">
          {undecryptable ? 'Eliminar borrador' : 'Continuar adenda'}
        </Button>
      )}
      {isDeleting && (
        <DeleteAddendumDialog
          patientId={patientId}
          id={id}
          pause={async () => true}
          onDeleted={onDeleted}
          onKept={stopDeleting}
          onCancel={stopDeleting}
        />
      )}
    </article>
  );
}
