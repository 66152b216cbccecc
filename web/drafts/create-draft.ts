import { type AutosaveOptions, createAutosave, type StoredDocument } from '#web/drafts/autosave.ts';
import type { DraftKind, OpenedDraft } from '#web/drafts/draft.ts';
import { clearUnsavedChanges, storeUnsavedChanges } from '#web/drafts/unsaved-changes.ts';
import { uuidv7 } from '#web/platform/uuid.ts';

const STORE_DELAY = 300;

export interface DraftCallbacks<Content, Document extends StoredDocument>
  extends Pick<AutosaveOptions<Content, Document>, 'isValid' | 'onSaved'> {
  /** Saves only on request. */
  isManual?: boolean;
}

/** Saves a form automatically, and stores its unsaved changes in this tab. */
export function createDraft<Values, Content, Document extends StoredDocument>(
  kind: DraftKind<Values, Content, Document>,
  ownerId: string,
  opened: OpenedDraft<Values, Document>,
  callbacks: DraftCallbacks<Content, Document> & { values: () => Values },
) {
  const { values, isValid, isManual = false } = callbacks;
  let { id } = opened;
  let name = kind.storageName(opened.document);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;

  const autosave = createAutosave<Content, Document>(
    {
      content: () => kind.contentOf(values()),
      contentOf: (document) => kind.contentOf(kind.valuesOf(document)),
      hasPendingInput: () => kind.hasPendingInput(values()),
      isValid,
      send: (content, document) => kind.send(content, document, id),
      load: () => kind.load(id),
      isConflict: kind.isConflict,
      onSaved(saved) {
        if (kind.storageName(saved) !== name) clearUnsavedChanges(ownerId, name);
        name = kind.storageName(saved);
        callbacks.onSaved(saved);
      },
    },
    { document: opened.document, unanswered: opened.unanswered, isManual },
  );

  function storeChanges(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!isOpen) return;
    const version = autosave.document()?.version;
    const unanswered = autosave.unanswered();
    if (autosave.isUnsaved()) storeUnsavedChanges(ownerId, name, { id, values: values(), version, unanswered });
    else clearUnsavedChanges(ownerId, name);
  }
  const storeSoon = () => {
    timer ??= setTimeout(storeChanges, STORE_DELAY);
  };
  autosave.subscribe(storeSoon);

  return {
    ...autosave,
    storeChanges,
    /** After a conflict: leaves the other version as it is, and creates another document. */
    saveAsNew(): Promise<void> {
      id = uuidv7();
      return autosave.flush();
    },
    changed(): void {
      autosave.contentChanged();
      storeSoon();
    },
    open(): void {
      isOpen = true;
      autosave.open();
    },
    /** Keeps the unsaved changes in this tab. */
    close(): void {
      storeChanges();
      isOpen = false;
      autosave.close();
    },
    /** Drops the unsaved changes. */
    discard(): void {
      autosave.close();
      storeChanges();
      isOpen = false;
    },
  };
}
