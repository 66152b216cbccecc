import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Stored } from '#web/drafts/autosave.ts';
import type { EditorKind } from '#web/drafts/use-editor.ts';
import { OvertakenDialog, TooLateDialog } from '#web/ui/overtaken-dialog.tsx';

interface Props<Values extends FieldValues, Content, Document extends Stored> {
  kind: EditorKind<Values, Content, Document>;
  editor: {
    form: UseFormReturn<Values>;
    theirs?: Document;
    keepMine: (theirs: Document) => void;
    takeTheirs: (theirs: Document) => void;
    putOff: () => void;
  };
  /** 'Esta nota' */
  what: string;
  /** 'Esta nota ya fue finalizada' */
  finalizedTitle: string;
  /** 'Ver nota finalizada' */
  openLabel: string;
}

/** Shown while another window has made something else of it. */
export function Overtaken<Values extends FieldValues, Content, Document extends Stored>(
  props: Props<Values, Content, Document>,
) {
  const { kind, editor, what, finalizedTitle, openLabel } = props;
  const { form, theirs, keepMine, takeTheirs, putOff } = editor;
  if (!theirs) return null;
  const mine = kind.asText(form.getValues());
  return kind.isFinalized(theirs) ? (
    <TooLateDialog
      title={finalizedTitle}
      reason="Se finalizó en otra ventana y ya no puede cambiar."
      mine={mine}
      goOnLabel={openLabel}
      onGoOn={() => takeTheirs(theirs)}
      onClose={putOff}
    />
  ) : (
    <OvertakenDialog
      what={what}
      mine={mine}
      theirs={kind.asText(kind.valuesOf(theirs))}
      onKeepMine={() => keepMine(theirs)}
      onTakeTheirs={() => takeTheirs(theirs)}
      onClose={putOff}
    />
  );
}
