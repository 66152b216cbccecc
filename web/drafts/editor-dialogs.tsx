import type { FieldValues } from 'react-hook-form';
import type { StoredDocument } from '#web/drafts/autosave.ts';
import { LeaveGuard } from '#web/drafts/leave-guard.tsx';
import type { EditorKind, useEditor } from '#web/drafts/use-editor.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

const loadDialogs = () => import('#web/ui/conflict-dialog.tsx');
const ConflictDialog = onDemand(async () => (await loadDialogs()).ConflictDialog);
const CopyUnsavedDialog = onDemand(async () => (await loadDialogs()).CopyUnsavedDialog);
const DeletedDialog = onDemand(async () => (await import('#web/drafts/deleted-dialog.tsx')).DeletedDialog);

interface Texts {
  /** 'Esta nota' */
  subject: string;
  /** 'Esta nota ya fue finalizada' */
  finalizedTitle: string;
  /** 'Ver nota finalizada' */
  openLabel: string;
  /** 'fue eliminada en otra ventana' */
  deletedReason: string;
}

interface Props<Values extends FieldValues, Content, Document extends StoredDocument> extends Texts {
  kind: EditorKind<Values, Content, Document>;
  editor: ReturnType<typeof useEditor<Values, Content, Document>>;
  patientId: string;
}

/** The dialogs of an editor: conflict with another window, deleted document, and leaving with unsaved changes. */
export function EditorDialogs<Values extends FieldValues, Content, Document extends StoredDocument>(
  props: Props<Values, Content, Document>,
) {
  const { kind, editor, patientId, subject, finalizedTitle, openLabel, deletedReason } = props;
  const { form, draft, address, isNew, theirs, isDeleted, postpone, keepMine, takeTheirs, saveAndLeave } = editor;
  const mine = () => kind.toPlainText(form.getValues());
  return (
    <>
      {theirs && kind.isFinalized(theirs) && (
        <CopyUnsavedDialog
          title={finalizedTitle}
          reason="Se finalizó en otra ventana y ya no puede cambiar."
          mine={mine()}
          continueLabel={openLabel}
          onContinue={() => takeTheirs(theirs)}
          onClose={postpone}
        />
      )}
      {theirs && !kind.isFinalized(theirs) && (
        <ConflictDialog
          subject={subject}
          mine={mine()}
          theirs={kind.toPlainText(kind.valuesOf(theirs))}
          onKeepMine={() => keepMine(theirs)}
          onTakeTheirs={() => takeTheirs(theirs)}
          onClose={postpone}
        />
      )}
      {isDeleted && (
        <DeletedDialog
          patientId={patientId}
          subject={subject}
          deletedReason={deletedReason}
          isNew={isNew}
          mine={mine()}
          onLeave={draft.discard}
          onClose={postpone}
        />
      )}
      <LeaveGuard ownAddress={address} isUnsaved={draft.isUnsaved} onDiscard={draft.discard} onSave={saveAndLeave} />
    </>
  );
}
