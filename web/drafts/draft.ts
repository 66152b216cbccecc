import type { AutosaveOptions, StoredDocument } from '#web/drafts/autosave.ts';
import { readUnsavedChanges } from '#web/drafts/unsaved-changes.ts';
import { uuidv7 } from '#web/platform/uuid.ts';

export type DocumentType = 'clinical-note' | 'certificate';

/** What a new document is about: a patient, and the appointment of a note. */
export interface DocumentSubject {
  patientId: string;
  appointmentId?: string | undefined;
}

/**
 * The name of a document's unsaved changes in this tab. A patient has one new document of each type, and an appointment
 * one note: what is written about one appointment must not become the note of another.
 */
export const draftName = (type: DocumentType, { patientId, appointmentId }: DocumentSubject, id?: string): string =>
  `${type}:${id ?? ['new', patientId, appointmentId].filter(Boolean).join(':')}`;

/** The id of a new document: the one of its unsaved changes in this tab, or another one. */
export const newDocumentId = (ownerId: string, type: DocumentType, subject: DocumentSubject): string =>
  idOfNew(ownerId, draftName(type, subject));

/** The same, by the name of the unsaved changes. */
export const idOfNew = (ownerId: string, name: string): string => readUnsavedChanges(ownerId, name)?.id ?? uuidv7();

/** How notes, certificates and addenda differ as drafts. */
export interface DraftKind<Values, Content, Document extends StoredDocument>
  extends Pick<AutosaveOptions<Content, Document>, 'isConflict'> {
  storageName: (document?: Document) => string;
  /** The values of the form; empty for a new document. */
  valuesOf: (document?: Document) => Values;
  /** Stored values, or undefined when they do not have the shape of the form. */
  parseValues: (values: unknown) => Values | undefined;
  contentOf: (values: Values) => Content;
  /** Something is typed that is not yet part of the content. */
  hasPendingInput: (values: Values) => boolean;
  /** Updates the document; without one, creates it with that id. */
  send: (content: Content, document: Document | undefined, id: string) => Promise<Document>;
  load: (id: string) => Promise<Document>;
}

export interface OpenedDraft<Values, Document> {
  /** The id of the document, also before it is created. */
  id: string;
  values: Values;
  document: Document | undefined;
  /** Contents sent without an answer. The server may hold them. */
  unanswered: string[];
  /** The values come from unsaved changes and differ from the document. */
  isRestored: boolean;
}

/** Starts from the unsaved changes of this person in this tab, or else from the stored document. */
export function openDraft<Values, Content, Document extends StoredDocument>(
  kind: DraftKind<Values, Content, Document>,
  ownerId: string,
  id: string,
  stored?: Document,
): OpenedDraft<Values, Document> {
  const unsaved = readUnsavedChanges(ownerId, kind.storageName(stored));
  const values = unsaved && kind.parseValues(unsaved.values);
  const storedValues = kind.valuesOf(stored);
  if (!values) return { id, values: storedValues, document: stored, unanswered: [], isRestored: false };

  const isSame = JSON.stringify(kind.contentOf(values)) === JSON.stringify(kind.contentOf(storedValues));
  // The version on which the changes were written: when the server holds a newer one, the save is a conflict.
  const version = isSame ? stored?.version : unsaved.version;
  return {
    id,
    values,
    document: stored && version ? { ...stored, version } : stored,
    // The server refuses contents that were sent for an older version.
    unanswered: version === unsaved.version ? (unsaved.unanswered ?? []) : [],
    isRestored: !isSame || kind.hasPendingInput(values),
  };
}
