export interface Draft<Content> {
  id: string;
  patientId: string;
  /** The appointment of a note, the note of an addendum. */
  referenceId: string | undefined;
  content: Content;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  recordedAt: Date;
  finalizedAt: Date | undefined;
  contentHash: string | undefined;
  /** The content is a substitute for one that could not be decrypted. */
  undecryptable: true | undefined;
}

export type ExportedDraft<Content> = Draft<Content> & {
  /** Undefined for a draft, and for a snapshot that cannot be decrypted. */
  snapshot: string | undefined;
};

export interface NewDraft<Content> {
  id: string;
  patientId: string;
  referenceId: string | undefined;
  content: Content;
  at: Date;
}

export interface PageWindow {
  /** The last one of the page before. */
  before: string | undefined;
  limit: number;
}

export interface Finalization {
  by: string;
  at: Date;
  /** When the session had logged in. */
  authenticatedAt: Date;
  record: string;
  contentHash: Buffer;
}
