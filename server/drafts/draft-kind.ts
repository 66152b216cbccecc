import type { z } from 'zod';
import type { DRAFT_FIELDS } from '#contract/drafts';
import type { ErrorCode } from '#contract/errors';
import type { Patient } from '#contract/patients';
import type { DetailedEntry } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { CanonicalValue } from '#server/platform/crypto/canonical';
import type { OwnerTx } from '#server/platform/database/database';
import type { Draft } from './draft.ts';
import type { DraftTable } from './drafts.store.ts';

/** How notes, certificates and addenda differ as drafts. */
export interface DraftKind<Content, Reply> {
  name: 'clinical-note' | 'certificate' | 'addendum';
  table: DraftTable;
  /** The error for a change of a finalised document. */
  finalizedError: ErrorCode;
  /** The error for printing a draft. */
  notFinalizedError: ErrorCode;
  /** The error for finalising an incomplete content. Undefined for a complete one. */
  incompleteError?(content: Content): ErrorCode | undefined;
  /** The start of each text. Lists decrypt only the preview, so that a long history is read quickly. */
  preview(content: Content): Content;
  /** Shown in place of a content that could not be decrypted. */
  undecryptable: Content;
  toReply(content: Content, fields: Fields, referenceId: string | undefined): Reply;
  /** The documents and files that the hash of the finalised draft covers. */
  predecessorsOf?(tx: OwnerTx, deps: Pick<Deps, 'cipher'>, draft: Draft<Content>): Promise<Predecessors>;
  /**
   * Makes the other changes of finalising, in the same transaction. Returns entries of the access log, which come last.
   */
  whenFinalized?(
    tx: OwnerTx,
    deps: Pick<Deps, 'cipher'>,
    owner: Owner,
    finalized: Draft<Content> & { at: Date },
  ): Promise<DetailedEntry[]>;
}

interface Predecessors {
  /** What the snapshot says of them. */
  links: Record<string, CanonicalValue>;
  /** When the last of them was finalised, if it was. */
  lastAt?: Date;
}

export interface NewDocument<Content> {
  /** Chosen by the client. */
  id: string | undefined;
  patientId: string;
  /** The appointment of a note, the note of an addendum. */
  referenceId: string | undefined;
  /** The content. It may read and write in the transaction of the creation. */
  contentIn(tx: OwnerTx): Promise<Content>;
  /** Writes more once the draft is inserted, in the same transaction. */
  afterInsert?(tx: OwnerTx, id: string): Promise<void>;
}

export interface Change<Content> {
  version: number | undefined;
  /** The patient in the request. A document stays with its patient. */
  patientId: string | undefined;
  /** Returns a function that makes the next content from the current one. It may read in the transaction. */
  replaceIn(tx: OwnerTx): Promise<(current: Content) => Content>;
  /** Writes more when a draft is changed, in the same transaction. */
  afterSave?(tx: OwnerTx, saved: SavedDraft<Content>): Promise<void>;
}

export interface Finalization<Content> {
  version?: number | undefined;
  /** Makes the further checks of this request, and returns entries of the access log. It only reads. */
  furtherEntries?(tx: OwnerTx, finalized: Draft<Content> & { at: Date }, patient: Patient): Promise<DetailedEntry[]>;
}

interface SavedDraft<Content> {
  patientId: string;
  before: Content;
  after: Content;
}

/** The fields of the wire that all kinds have in common. */
export type Fields = z.input<z.ZodObject<typeof DRAFT_FIELDS>>;

export const replyFields = (draft: Draft<unknown>): Fields => ({
  _id: draft.id,
  patientId: draft.patientId,
  version: draft.version,
  createdAt: draft.createdAt.toISOString(),
  updatedAt: draft.updatedAt.toISOString(),
  finalizedAt: draft.finalizedAt?.toISOString(),
  contentHash: draft.contentHash,
  undecryptable: draft.undecryptable,
});
