import type { FieldValues } from 'react-hook-form';
import type { StoredDocument } from '#web/drafts/autosave.ts';
import { Gone } from '#web/drafts/gone.tsx';
import { LeaveGuard } from '#web/drafts/leave-guard.tsx';
import { Overtaken } from '#web/drafts/overtaken.tsx';
import type { EditorKind, useEditor } from '#web/drafts/use-editor.ts';

interface Words {
  /** 'Esta nota' */
  what: string;
  /** 'Esta nota ya fue finalizada' */
  finalizedTitle: string;
  /** 'Ver nota finalizada' */
  openLabel: string;
  /** 'fue eliminada en otra ventana' */
  removed: string;
}

interface Props<Values extends FieldValues, Content, Document extends StoredDocument> extends Words {
  kind: EditorKind<Values, Content, Document>;
  editor: ReturnType<typeof useEditor<Values, Content, Document>>;
  patientId: string;
}

/** What an editor asks when another window was quicker, when what it edits is gone, and when it is left. */
export function EditorDialogs<Values extends FieldValues, Content, Document extends StoredDocument>(
  props: Props<Values, Content, Document>,
) {
  const { kind, editor, patientId, what, finalizedTitle, openLabel, removed } = props;
  const { form, draft, address, isNew, isDeleted, postpone, saveAndLeave } = editor;
  return (
    <>
      <Overtaken kind={kind} editor={editor} what={what} finalizedTitle={finalizedTitle} openLabel={openLabel} />
      {isDeleted && (
        <Gone
          patientId={patientId}
          what={what}
          removed={removed}
          isNew={isNew}
          mine={kind.toPlainText(form.getValues())}
          onLeave={draft.discard}
          onClose={postpone}
        />
      )}
      <LeaveGuard ownAddress={address} isUnsaved={draft.isUnsaved} onDiscard={draft.discard} onSave={saveAndLeave} />
    </>
  );
}
