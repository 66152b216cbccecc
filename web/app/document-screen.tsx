import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Visited } from '#web/app/document-visit.tsx';
import { RestrictedAccess } from '#web/app/restricted-access.tsx';
import type { Stored } from '#web/drafts/autosave.ts';
import { openDraft } from '#web/drafts/draft.ts';
import { forgetText } from '#web/drafts/kept-text.ts';
import type { EditorKind } from '#web/drafts/use-editor.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { CONTENT_ID } from '#web/ui/skip-link.tsx';
import { UnsavedText } from '#web/ui/unsaved-text.tsx';

interface Finalized<Document> {
  document: Document;
  /** What was written in this tab and came too late. */
  unsaved?: string;
  onForget: () => void;
}

interface Props<Values extends FieldValues, Content, Document extends Stored> {
  kind: EditorKind<Values, Content, Document>;
  id: string;
  visited: Visited<Document>;
  /** Said when the plan does not let it be written and the server does not say why. */
  restricted: string;
  missing: ReactNode;
  editor: (onFinalized: (document: Document, unsaved?: string) => void) => ReactNode;
  finalized: (finalized: Finalized<Document>) => ReactNode;
}

/** A document to write on, or to read once it is finalised; or why neither can be. */
export function DocumentScreen<Values extends FieldValues, Content, Document extends Stored & { patientId: string }>({
  kind,
  id,
  visited,
  restricted,
  missing,
  editor,
  finalized,
}: Props<Values, Content, Document>) {
  const { patient, permission, document } = visited;
  const [done, setDone] = useState<{ document: Document; unsaved?: string }>();
  const left = useTextLeft(kind, id, document);
  if (document && document.patientId !== patient._id) return missing;
  if (done) return finalized({ ...done, onForget: () => setDone({ document: done.document }) });
  if (document && kind.isFinalized(document)) {
    return finalized({ document, unsaved: left.text, onForget: left.forget });
  }
  if (!permission.canCreate) {
    return (
      <RestrictedAccess patientId={patient._id} message={permission.message || restricted}>
        {left.text && <UnsavedText text={left.text} onDismiss={left.forget} />}
      </RestrictedAccess>
    );
  }
  return editor((finished, unsaved) => {
    setDone({ document: finished, unsaved });
    startAtTheTop();
  });
}

/** As on a new page. */
function startAtTheTop(): void {
  document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

/** What this tab has kept for a document that can no longer be written: it is shown, to be copied. */
function useTextLeft<Values extends FieldValues, Content, Document extends Stored>(
  kind: EditorKind<Values, Content, Document>,
  id: string,
  document?: Document,
) {
  const { _id: ownerId } = useCurrentUser();
  const [text, setText] = useState(() => {
    const { isRestored, values } = openDraft(kind, ownerId, id, document);
    return isRestored ? kind.asText(values) : undefined;
  });
  const forget = () => {
    forgetText(ownerId, kind.nameOf(document));
    setText(undefined);
  };
  return { text, forget };
}
