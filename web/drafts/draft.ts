import { type AutosaveOptions, createAutosave, type StoredDocument } from '#web/drafts/autosave.ts';
import { clearUnsavedChanges, readUnsavedChanges, storeUnsavedChanges } from '#web/drafts/unsaved-changes.ts';
import { uuidv7 } from '#web/platform/uuid.ts';

const STORE_DELAY = 300;

/** What tells one kind of document from another. */
export interface DraftKind<Values, Content, Document extends StoredDocument>
  extends Pick<AutosaveOptions<Content, Document>, 'isConflict'> {
  /** Under which its unsaved text is kept; a document that is not there yet has a name too. */
  storageName: (document?: Document) => string;
  /** As the form shows it: empty for a document that is not there yet. */
  valuesOf: (document?: Document) => Values;
  /** What this tab has kept, if it still has the shape of the form. */
  parseValues: (values: unknown) => Values | undefined;
  /** What the form sends. */
  contentOf: (values: Values) => Content;
  /** Something is typed that is not yet part of what it sends. */
  hasPendingInput: (values: Values) => boolean;
  /** Updates the document; without one, creates it with that id. */
  send: (content: Content, document: Document | undefined, id: string) => Promise<Document>;
  load: (id: string) => Promise<Document>;
}

/** What the page around it has to say and to do. */
export interface DraftCallbacks<Content, Document extends StoredDocument>
  extends Pick<AutosaveOptions<Content, Document>, 'isValid' | 'onSaved'> {
  /** Saves only on request. */
  isManual?: boolean;
}

export interface OpenedDraft<Values, Document> {
  /** Of the document, also before it is created. */
  id: string;
  values: Values;
  document?: Document;
  /** Sent before without an answer, as far as the server may have them. */
  unanswered: string[];
  /** These are not the values of the document: they were kept when the page was left without saving. */
  isRestored: boolean;
}

export type DocumentType = 'clinical-note' | 'certificate';

/** Under which the unsaved text of a document is kept. A patient has one of each type that is not created yet. */
export const draftName = (type: DocumentType, patientId: string, id?: string): string =>
  `${type}:${id ?? `new:${patientId}`}`;

/** The id of a document that is not created yet: the one of its unsaved text in this tab, or a new one. */
export const newDocumentId = (ownerId: string, type: DocumentType, patientId: string): string =>
  readUnsavedChanges(ownerId, draftName(type, patientId))?.id ?? uuidv7();

/** Begins with what this person has left unsaved in this tab, or else with the document as it is stored. */
export function openDraft<Values, Content, Document extends StoredDocument>(
  kind: DraftKind<Values, Content, Document>,
  ownerId: string,
  id: string,
  stored?: Document,
): OpenedDraft<Values, Document> {
  const kept = readUnsavedChanges(ownerId, kind.storageName(stored));
  const values = kept && kind.parseValues(kept.values);
  const begun = kind.valuesOf(stored);
  if (!values) return { id, values: begun, document: stored, unanswered: [], isRestored: false };

  const isSame = JSON.stringify(kind.contentOf(values)) === JSON.stringify(kind.contentOf(begun));
  // With the version on which it was written: when the server has a newer one, saving meets it and asks.
  const version = isSame ? stored?.version : kept.version;
  return {
    id,
    values,
    document: stored && version ? { ...stored, version } : stored,
    // On a newer version than they were sent for, they come too late.
    unanswered: version === kept.version ? (kept.unanswered ?? []) : [],
    isRestored: !isSame || kind.hasPendingInput(values),
  };
}

/** Saves itself while it is written, and keeps in this tab what is not saved yet. */
export function createDraft<Values, Content, Document extends StoredDocument>(
  kind: DraftKind<Values, Content, Document>,
  ownerId: string,
  opened: OpenedDraft<Values, Document>,
  page: DraftCallbacks<Content, Document> & { values: () => Values },
) {
  const { values } = page;
  let { id } = opened;
  let name = kind.storageName(opened.document);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;

  const autosave = createAutosave<Content, Document>(
    {
      ...kind,
      ...page,
      content: () => kind.contentOf(values()),
      contentOf: (one) => kind.contentOf(kind.valuesOf(one)),
      hasPendingInput: () => kind.hasPendingInput(values()),
      send: (content, document) => kind.send(content, document, id),
      load: () => kind.load(id),
      onSaved(saved) {
        if (kind.storageName(saved) !== name) clearUnsavedChanges(ownerId, name);
        name = kind.storageName(saved);
        page.onSaved(saved);
      },
    },
    opened.document,
    opened.unanswered,
    page.isManual,
  );

  function keep(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!isOpen) return;
    const version = autosave.document()?.version;
    const unanswered = autosave.unanswered();
    if (autosave.isUnsaved()) storeUnsavedChanges(ownerId, name, { id, values: values(), version, unanswered });
    else clearUnsavedChanges(ownerId, name);
  }
  const storeSoon = () => {
    timer ??= setTimeout(keep, STORE_DELAY);
  };
  autosave.subscribe(storeSoon);

  return {
    ...autosave,
    keep,
    /** Leaves the document as another window made it, and saves what is written here as another one. */
    saveAsNew(): Promise<void> {
      id = uuidv7();
      return autosave.flush();
    },
    changed(): void {
      autosave.touch();
      storeSoon();
    },
    open(): void {
      isOpen = true;
      autosave.open();
    },
    /** The page is left: what is unsaved stays with the tab. */
    close(): void {
      keep();
      isOpen = false;
      autosave.close();
    },
    /** What is unsaved is not wanted any more. */
    discard(): void {
      autosave.close();
      keep();
      isOpen = false;
    },
  };
}
