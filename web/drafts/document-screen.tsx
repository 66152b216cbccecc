import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { generatePath } from 'react-router';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { StoredDocument } from '#web/drafts/autosave.ts';
import type { LoadedDocument } from '#web/drafts/document-loader.tsx';
import { openDraft } from '#web/drafts/draft.ts';
import { clearUnsavedChanges } from '#web/drafts/unsaved-changes.ts';
import type { EditorKind } from '#web/drafts/use-editor.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { PATHS, PLANS_ADDRESS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { CONTENT_ID } from '#web/ui/skip-link.tsx';
import { UnavailablePage } from '#web/ui/unavailable-page.tsx';
import { UnsavedText } from '#web/ui/unsaved-text.tsx';

interface Finalized<Document> {
  document: Document;
  /** Text that was written in this tab and is not part of the finalised document. */
  unsaved: string | undefined;
  onDismiss: () => void;
}

interface Props<Values extends FieldValues, Content, Document extends StoredDocument> {
  kind: EditorKind<Values, Content, Document>;
  id: string;
  loaded: LoadedDocument<Document>;
  /** Shown when the plan does not allow writing and the server gives no reason. */
  restricted: string;
  notFound: ReactNode;
  /** What can be done with a document that the server could not decrypt. */
  undecryptableAction?: ReactNode;
  editor: (onFinalized: (document: Document, unsaved?: string) => void) => ReactNode;
  finalized: (finalized: Finalized<Document>) => ReactNode;
}

/** Shows the editor, the finalised document, or the reason why neither is available. */
export function DocumentScreen<
  Values extends FieldValues,
  Content,
  Document extends StoredDocument & { patientId: string },
>(props: Props<Values, Content, Document>) {
  const { kind, id, loaded, restricted, notFound, undecryptableAction, editor, finalized } = props;
  const { patient, permission, document } = loaded;
  const [finalizedHere, setFinalizedHere] = useState<{ document: Document; unsaved: string | undefined }>();
  const unsaved = useUnsavedText(kind, id, document);
  if (document && document.patientId !== patient._id) return notFound;
  if (document?.undecryptable) {
    return <Undecryptable patientId={patient._id}>{undecryptableAction}</Undecryptable>;
  }
  if (finalizedHere) {
    return finalized({ ...finalizedHere, onDismiss: () => setFinalizedHere({ ...finalizedHere, unsaved: undefined }) });
  }
  if (document && kind.isFinalized(document)) {
    return finalized({ document, unsaved: unsaved.text, onDismiss: unsaved.discard });
  }
  if (!permission.canCreate) {
    return (
      <RestrictedAccess patientId={patient._id} message={permission.message || restricted}>
        {unsaved.text && <UnsavedText text={unsaved.text} onDismiss={unsaved.discard} />}
      </RestrictedAccess>
    );
  }
  return editor((saved, text) => {
    setFinalizedHere({ document: saved, unsaved: text });
    moveToTop();
  });
}

/** Moves focus and scroll position as a navigation to a new page does. */
function moveToTop(): void {
  document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

/** Unsaved text of this tab for a document that can no longer be written, so that it can be copied. */
function useUnsavedText<Values extends FieldValues, Content, Document extends StoredDocument>(
  kind: EditorKind<Values, Content, Document>,
  id: string,
  document?: Document,
) {
  const { _id: ownerId } = useCurrentUser();
  const [text, setText] = useState(() => {
    const { isRestored, values } = openDraft(kind, ownerId, id, document);
    return isRestored ? kind.toPlainText(values) : undefined;
  });
  const discard = () => {
    clearUnsavedChanges(ownerId, kind.storageName(document));
    setText(undefined);
  };
  return { text, discard };
}

/** No editor: it would save what stands in place of the encrypted text. */
function Undecryptable({ patientId, children }: { patientId: string; children: ReactNode }) {
  return (
    <UnavailablePage
      title={UNDECRYPTABLE_TEXT}
      text="El contenido sigue guardado, pero no se puede ver ni modificar. Avisa a soporte."
      actions={
        <>
          <Link to={generatePath(PATHS.patient, { id: patientId })} className={buttonClass()}>
            Volver al Paciente
          </Link>
          {children}
        </>
      }
    />
  );
}

interface RestrictedAccessProps {
  patientId: string;
  message: string;
  children: ReactNode;
}

/** The plan does not allow writing this document. */
function RestrictedAccess({ patientId, message, children }: RestrictedAccessProps) {
  return (
    <UnavailablePage
      title="Acceso Restringido"
      text={message}
      actions={
        <>
          <Link to={generatePath(PATHS.patient, { id: patientId })} className={buttonClass()}>
            Volver al Paciente
          </Link>
          <Link to={PLANS_ADDRESS} className={buttonClass({ look: 'secondary' })}>
            Ver Configuración de Cuenta
          </Link>
        </>
      }
    >
      {children}
    </UnavailablePage>
  );
}
