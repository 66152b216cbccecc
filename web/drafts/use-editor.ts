import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { StoredDocument } from '#web/drafts/autosave.ts';
import { type DraftKind, openDraft } from '#web/drafts/draft.ts';
import type { SaveState } from '#web/drafts/save-state.ts';
import { useDraft } from '#web/drafts/use-draft.ts';
import { isError } from '#web/platform/api-error.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { KEEP_FOCUS } from '#web/platform/keep-focus.ts';
import type { Texts } from '#web/platform/query-client.ts';

/** What somebody asked for. */
export type EditorAction = 'saving' | 'finalizing';

/** A draft that can be finalised, and has an address of its own once it exists. */
export interface EditorKind<Values extends FieldValues, Content, Document extends StoredDocument>
  extends DraftKind<Values, Content, Document> {
  addressOf: (id: string) => string;
  isFinalized: (document: Document) => boolean;
  finalize: (document: Document) => Promise<Document>;
  /** The whole of it as plain text, to be read beside another or copied. */
  toPlainText: (values: Values) => string;
  /** Says under each field why it cannot be sent; true when all can. */
  showErrors: (form: UseFormReturn<Values>, content: Content) => boolean;
  texts: (act: EditorAction, isNew: boolean) => Texts;
}

interface Props<Values extends FieldValues, Content, Document extends StoredDocument> {
  kind: EditorKind<Values, Content, Document>;
  /** Of the document, also before it is created. */
  id: string;
  /** Left out for a new one. */
  document?: Document;
  /**
   * All that is typed, fit to be sent; or else false, and the person has been told why. `isStored` also when the server
   * may have it and the answer was lost.
   */
  prepareToSave: (form: UseFormReturn<Values>, act: EditorAction, isStored: boolean) => boolean;
  /** `unsaved` is what was written here and is not in it. */
  onFinalized: (document: Document, unsaved?: string) => void;
}

/** Writing, saving and finalising one document. Kind and document are looked at once, as it opens. */
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
      return kind.finalize(draft.document() as Document);
    },
    meta: kind.texts('finalizing', isNew),
  });
  const pendingAction: EditorAction | undefined = save.isPending
    ? 'saving'
    : finalize.isPending
      ? 'finalizing'
      : undefined;

  const prepareToSave = (act: EditorAction) =>
    props.prepareToSave(form, act, draft.document() !== undefined || draft.unanswered().length > 0);
  const saveAll = () => {
    if (!pendingAction && prepareToSave('saving')) save.mutate();
  };
  const saveAndLeave = async (): Promise<boolean> => {
    if (!prepareToSave('saving')) return false;
    // What is already being done is joined, not done twice.
    return (pendingAction ? draft.flush() : save.mutateAsync()).then(
      () => true,
      () => false,
    );
  };
  const finalizeAll = () => {
    if (pendingAction || !prepareToSave('finalizing')) return;
    finalize.mutate(undefined, {
      onSuccess: (finalized) => {
        draft.discard();
        onFinalized(finalized);
      },
      // Overtaken or deleted between the two: saving once more finds out.
      onError: (error) => {
        const isTold = draft.state().status === 'conflict' || draft.state().status === 'deleted';
        if (!isTold && (kind.isConflict(error) || isError(error, 'NOT_FOUND'))) void draft.flush().catch(() => {});
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
    save: saveAll,
    saveAndLeave: () => whileLeaving(saveAndLeave),
    finalize: finalizeAll,
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
  /** Gives what was written here, when the editor goes on without it. */
  takeTheirs: (theirs: Document) => string | undefined;
}

/** Two versions, and somebody has to say which one goes on. It can be put off; saving asks again. */
function useConflict<Document>(state: SaveState<Document>, { keepMine, takeTheirs }: ConflictActions<Document>) {
  const [postpone, setPostponed] = useState<SaveState<Document>>();
  const [unsaved, setUnsaved] = useState<string>();
  return {
    theirs: state.status === 'conflict' && state !== postpone ? state.theirs : undefined,
    isDeleted: state.status === 'deleted' && state !== postpone,
    postpone: () => setPostponed(state),
    keepMine,
    takeTheirs: (theirs: Document) => setUnsaved(takeTheirs(theirs)),
    unsaved,
    forgetUnsaved: () => setUnsaved(undefined),
  };
}
