import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { StoredDocument } from '#web/drafts/autosave.ts';
import type { EditorKind } from '#web/drafts/use-editor.ts';
import { ConflictDialog, CopyUnsavedDialog } from '#web/ui/conflict-dialog.tsx';

interface Props<Values extends FieldValues, Content, Document extends StoredDocument> {
  kind: EditorKind<Values, Content, Document>;
  editor: {
    form: UseFormReturn<Values>;
    theirs?: Document;
    keepMine: (theirs: Document) => void;
    takeTheirs: (theirs: Document) => void;
    postpone: () => void;
  };
  /** 'Esta nota' */
  what: string;
  /** 'Esta nota ya fue finalizada' */
  finalizedTitle: string;
  /** 'Ver nota finalizada' */
  openLabel: string;
}

/** Shown while another window has made something else of it. */
export function Overtaken<Values extends FieldValues, Content, Document extends StoredDocument>(
  props: Props<Values, Content, Document>,
) {
  const { kind, editor, what, finalizedTitle, openLabel } = props;
  const { form, theirs, keepMine, takeTheirs, postpone } = editor;
  if (!theirs) return null;
  const mine = kind.toPlainText(form.getValues());
  return kind.isFinalized(theirs) ? (
    <CopyUnsavedDialog
      title={finalizedTitle}
      reason="Se finalizó en otra ventana y ya no puede cambiar."
      mine={mine}
      goOnLabel={openLabel}
      onGoOn={() => takeTheirs(theirs)}
      onClose={postpone}
    />
  ) : (
    <ConflictDialog
      what={what}
      mine={mine}
      theirs={kind.toPlainText(kind.valuesOf(theirs))}
      onKeepMine={() => keepMine(theirs)}
      onTakeTheirs={() => takeTheirs(theirs)}
      onClose={postpone}
    />
  );
}
