import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { StoredDocument } from '#web/drafts/autosave.ts';
import { type DraftKind, openDraft } from '#web/drafts/draft.ts';
import type { SaveState } from '#web/drafts/save-state.ts';
import { useDraft } from '#web/drafts/use-draft.ts';
import { isError } from '#web/platform/api-error.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { KEEP_FOCUS } from '#web/platform/keep-focus.ts';
import type { Texts } from '#web/platform/query-client.ts';
import { holdClicks } from '#web/ui/hold-clicks.ts';
import { useNavigate } from '#web/ui/navigation.tsx';

/** An action that the person started. */
export type EditorAction = 'saving' | 'finalizing';

/** A draft that can be finalised and has a page of its own. */
export interface EditorKind<Values extends FieldValues, Content, Document extends StoredDocument>
  extends DraftKind<Values, Content, Document> {
  addressOf: (id: string) => string;
  isFinalized: (document: Document) => boolean;
  /** For comparing with another version and for copying. */
  toPlainText: (values: Values) => string;
  /** Shows the error of each field. True when there is none. */
  showErrors: (form: UseFormReturn<Values>, content: Content) => boolean;
  texts: (action: EditorAction, isNew: boolean) => Texts;
}

interface Props<Values extends FieldValues, Content, Document extends StoredDocument> {
  kind: EditorKind<Values, Content, Document>;
  /** The id of the document, also before it is created. */
  id: string;
  /** Undefined for a new one. */
  document: Document | undefined;
  /**
   * Adds pending input and validates. False when the form cannot be sent; then the reasons are shown. `isStored` when
   * the server holds the document, or may hold it because an answer was lost.
   */
  prepareToSave: (form: UseFormReturn<Values>, action: EditorAction, isStored: boolean) => boolean | Promise<boolean>;
  /** Finalises a document that was just saved. */
  finalize: (document: Document) => Promise<Document>;
  /** `unsaved` is text that was written here and is not part of the document. */
  onFinalized: (document: Document, unsaved?: string) => void;
}

/** Edits, saves and finalises one document. Reads `kind` and `document` only on the first render. */
export function useEditor<Values extends FieldValues, Content, Document extends StoredDocument>(
  props: Props<Values, Content, Document>,
) {
  const { onFinalized } = props;
  const { _id: ownerId } = useCurrentUser();
  const [kind] = useState(props.kind);
  const [opened] = useState(() => openDraft(kind, ownerId, props.id, props.document));
  const address = kind.addressOf(opened.id);
  const { moveToAddress, whileLeaving } = useDocumentAddress(address);
  const form = useForm<Values>({ defaultValues: opened.values as DefaultValues<Values> });
  const { draft, state } = useDraft(form, kind, ownerId, opened, {
    isValid: (content) => kind.showErrors(form, content),
    onSaved: (saved) => {
      moveToAddress();
      if (kind.isFinalized(saved)) onFinalized(saved);
    },
  });
  const isNew = draft.document() === undefined;
  const save = useMutation({ mutationFn: draft.flush, meta: kind.texts('saving', isNew) });
  const finalize = useMutation({
    mutationFn: async () => {
      await draft.flush();
      return props.finalize(draft.document() as Document);
    },
    meta: kind.texts('finalizing', isNew),
  });
  const pendingAction = pendingActionOf(save.isPending, finalize.isPending);

  const prepareToSave = usePreparation((action) =>
    props.prepareToSave(form, action, draft.document() !== undefined || draft.unanswered().length > 0),
  );
  const saveNow = async () => {
    if (!pendingAction && (await prepareToSave('saving'))) save.mutate();
  };
  const saveAndLeave = async (): Promise<boolean> => {
    if (!(await prepareToSave('saving'))) return false;
    // A pending action shows its own toast, so its save is only awaited.
    return (pendingAction ? draft.flush() : save.mutateAsync()).then(
      () => true,
      () => false,
    );
  };
  const finalizeNow = async () => {
    if (pendingAction || !(await prepareToSave('finalizing'))) return;
    finalize.mutate(undefined, {
      onSuccess: (finalized) => {
        holdClicks();
        draft.discard();
        onFinalized(finalized);
      },
      // The document was changed or deleted after the save: another save shows the dialog for it.
      onError: (error) => {
        const isShown = draft.state().status === 'conflict' || draft.state().status === 'deleted';
        if (!isShown && (kind.isConflict(error) || isError(error, 'NOT_FOUND'))) void draft.flush().catch(() => {});
      },
    });
  };

  return {
    form,
    draft,
    address,
    state,
    isNew,
    isRestored: opened.isRestored,
    pendingAction,
    save: () => void saveNow(),
    saveAndLeave: () => whileLeaving(saveAndLeave),
    finalize: () => void finalizeNow(),
    ...useConflict(state, {
      keepMine: draft.rebase,
      takeTheirs: (theirs) => {
        const unsaved = kind.toPlainText(form.getValues());
        if (kind.isFinalized(theirs)) {
          draft.discard();
          moveToAddress();
          onFinalized(theirs, unsaved);
          return undefined;
        }
        form.reset(kind.valuesOf(theirs));
        draft.rebase(theirs);
        return unsaved;
      },
    }),
  };
}

/** One at a time: a question may still be open when a button is pressed again. */
function usePreparation(prepare: (action: EditorAction) => boolean | Promise<boolean>) {
  const isRunning = useRef(false);
  return async (action: EditorAction): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    try {
      return await prepare(action);
    } finally {
      isRunning.current = false;
    }
  };
}

const pendingActionOf = (isSaving: boolean, isFinalizing: boolean): EditorAction | undefined => {
  if (isSaving) return 'saving';
  return isFinalizing ? 'finalizing' : undefined;
};

/** The first save of a new document replaces the address with the document's own. */
function useDocumentAddress(address: string) {
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  return {
    moveToAddress: () => {
      if (location.pathname === address) return;
      // A navigation would cancel the one that waits for this save. The back button then leads to the document.
      if (isLeaving.current) history.replaceState(history.state, '', address);
      else void navigate(address, { replace: true, preventScrollReset: true, flushSync: true, state: KEEP_FOCUS });
    },
    whileLeaving: async (run: () => Promise<boolean>): Promise<boolean> => {
      isLeaving.current = true;
      const isDone = await run();
      isLeaving.current = false;
      return isDone;
    },
  };
}

interface ConflictActions<Document> {
  keepMine: (theirs: Document) => void;
  /** Returns the text that was written here and is replaced in the editor. */
  takeTheirs: (theirs: Document) => string | undefined;
}

/** The choice between two versions. It can be postponed; the next save asks again. */
function useConflict<Document>(state: SaveState<Document>, { keepMine, takeTheirs }: ConflictActions<Document>) {
  const [postponed, setPostponed] = useState<SaveState<Document>>();
  const [unsaved, setUnsaved] = useState<string>();
  return {
    theirs: state.status === 'conflict' && state !== postponed ? state.theirs : undefined,
    isDeleted: state.status === 'deleted' && state !== postponed,
    postpone: () => setPostponed(state),
    keepMine,
    takeTheirs: (theirs: Document) => setUnsaved(takeTheirs(theirs)),
    unsaved,
    dismissUnsaved: () => setUnsaved(undefined),
  };
}
