import { createHash } from 'node:crypto';
import {
  type Attachment,
  type AttachmentForm,
  type AttachmentsQuery,
  MAX_ATTACHMENT_BYTES,
} from '#contract/attachments';
import { actBy, recordWithDetail } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import { requireClinicalAccess } from '#server/billing/billing.service';
import type { Deps } from '#server/deps';
import { printedPatientOf, requireExistingPatient, requirePatient } from '#server/patients/patients.service';
import type { PrintedPatient } from '#server/pdf/printable';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import { attachmentName } from './attachment-name.ts';
import { attachmentNames } from './attachment-names.store.ts';
import type { AttachmentReader } from './attachment-reader.ts';
import {
  type AddedAttachment,
  attachmentsOf,
  findAdded,
  findAttachment,
  findChunk,
  insertAttachment,
  keptAttachments,
  lockAttachment,
  patientOfAttachment,
  removeAttachment,
  type StoredAttachment,
} from './attachments.store.ts';
import { lockAttachmentsOf, makePermanent, makePermanentOf } from './attachments-of-note.store.ts';

type AttachmentsDeps = Pick<Deps, 'tenantRead' | 'tenantTransaction' | 'cipher' | 'now' | 'countsTestPayments'>;
type ReadDeps = Pick<Deps, 'tenantRead' | 'cipher'>;

/**
 * What adding a file needs from other features. Notes import attachments and not the reverse, so `app.ts` passes
 * `lockNote`.
 */
export interface AddingDeps {
  attachmentFiles: AttachmentReader;
  /** Locks the note, so that it is not finalised meanwhile. */
  lockNote(tx: OwnerTx, noteId: string): Promise<{ patientId: string; isFinalized: boolean } | undefined>;
}

export const listAttachments = (
  deps: ReadDeps,
  owner: Owner,
  patientId: string,
  query: AttachmentsQuery,
): Promise<Attachment[]> =>
  deps.tenantRead(owner.id, async (db) => {
    await requireExistingPatient(db, patientId);
    return attachmentsOf(db, patientId, query, deps.cipher);
  });

/** For searches: the names, newest first. */
export const listAttachmentNames = (
  db: OwnerSql,
  deps: Pick<Deps, 'cipher'>,
  patientId: string,
  window: { before: string | undefined; limit: number },
) => attachmentNames(db, patientId, window, deps.cipher);

export async function addAttachment(
  deps: AttachmentsDeps & AddingDeps,
  owner: Owner,
  patientId: string,
  { _id: chosenId, file: bytes, fileName = '', noteId }: AttachmentForm,
): Promise<Attachment> {
  // Known before the file is read, which takes longer.
  await deps.tenantRead(owner.id, (db) => requireExistingPatient(db, patientId));
  if (bytes.length > MAX_ATTACHMENT_BYTES) throw new AppError('ATTACHMENT_TOO_LARGE');
  const file = await deps.attachmentFiles.read(bytes, owner.id);
  if ('refused' in file) throw new AppError(file.refused);
  const { type, content, thumbnail } = file;
  const at = deps.now();
  const id = chosenId ?? uuidv7(at);
  const name = attachmentName(fileName, type);
  const contentHash = createHash('sha256').update(content).digest();
  return deps.tenantTransaction(owner.id, async (tx) => {
    // Deleting a patient takes the same lock: no file is added to one who is being deleted.
    const [, , patient, known] = await Promise.all([
      lockOwner(tx),
      requireClinicalAccess(deps, tx),
      requirePatient(tx, deps, owner, patientId),
      chosenId && findAdded(tx, chosenId, deps.cipher),
    ]);
    if (known) return addedBefore(known, { patientId, noteId, contentHash });
    if (noteId) await requireDraftOf(tx, deps, noteId, patientId);
    const described = { id, patientId, noteId, name, type, content, contentHash, thumbnail, at };
    const attachment = { ...described, patient: JSON.stringify(printedPatientOf(patient)) };
    const added = await insertAttachment(tx, attachment, deps.cipher);
    await recordFile(tx, deps, owner, 'attachment.added', { id, patientId, name, contentHash });
    return added;
  });
}

/** Answers a repeated upload with the file that the first one added, also when its note was finalised meanwhile. */
function addedBefore(
  { attachment, ...known }: AddedAttachment,
  { patientId, noteId, contentHash }: Pick<StoredAttachment, 'patientId' | 'noteId' | 'contentHash'>,
): Attachment {
  const isTheSame =
    known.patientId === patientId && attachment.noteId === noteId && known.contentHash.equals(contentHash);
  if (!isTheSame) throw new AppError('INVALID_INPUT', { fields: { _id: 'Ya se usó para otro archivo' } });
  return attachment;
}

async function requireDraftOf(
  tx: OwnerTx,
  deps: Pick<AddingDeps, 'lockNote'>,
  noteId: string,
  patientId: string,
): Promise<void> {
  const note = await deps.lockNote(tx, noteId);
  if (note?.patientId !== patientId) throw new AppError('NOT_FOUND');
  if (note.isFinalized) throw new AppError('CLINICAL_NOTE_FINALIZED');
}

const recordFile = (
  tx: OwnerTx,
  deps: Pick<Deps, 'cipher' | 'now'>,
  owner: Owner,
  act: 'attachment.added' | 'attachment.deleted',
  { id, patientId, name, contentHash }: Pick<StoredAttachment, 'id' | 'patientId' | 'name' | 'contentHash'>,
): Promise<string> =>
  recordWithDetail(
    tx,
    { ...actBy(owner, id, patientId), act, at: deps.now() },
    { content: { file: { name: name ?? '', sha256: contentHash.toString('hex') } }, cipher: deps.cipher },
  );

export interface OpenedAttachment {
  patientId: string;
  name: string;
  type: string;
  size: number;
  chunks: AsyncIterable<Uint8Array>;
}

export async function openAttachment(deps: ReadDeps, owner: Owner, id: string): Promise<OpenedAttachment> {
  const found = await deps.tenantRead(owner.id, (db) => findAttachment(db, id, deps.cipher));
  if (!found) throw new AppError('NOT_FOUND');
  const chunks = contentOf(deps, owner, found);
  // Read before the answer begins, so that a file that cannot be decrypted is an error and not half a file.
  const first = await chunks.next();
  async function* all(): AsyncGenerator<Uint8Array> {
    if (!first.done) yield first.value;
    yield* chunks;
  }
  const { patientId, type, size } = found;
  return { patientId, name: found.name ?? attachmentName('', type), type, size, chunks: all() };
}

/**
 * The content, one part at a time. The last part is returned only when the whole content has the stored hash, so that a
 * reader notices a damaged or shortened file.
 */
export async function* contentOf(
  deps: ReadDeps,
  owner: Pick<Owner, 'id'>,
  { id, chunkCount, contentHash }: StoredAttachment,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for (let number = 0; number < chunkCount; number++) {
    const part = await deps.tenantRead(owner.id, (db) => findChunk(db, id, number, deps.cipher));
    if (!part) throw new AppError('UNDECRYPTABLE');
    hash.update(part);
    const isLast = number === chunkCount - 1;
    if (isLast && !hash.digest().equals(contentHash)) throw new AppError('UNDECRYPTABLE');
    yield part;
  }
}

export const deleteAttachment = (deps: AttachmentsDeps, owner: Owner, id: string): Promise<undefined> =>
  deps.tenantTransaction(owner.id, async (tx) => {
    const found = await lockAttachment(tx, id, deps.cipher);
    if (!found) throw new AppError('NOT_FOUND');
    if (found.isPermanent) throw new AppError('ATTACHMENT_PERMANENT');
    await removeAttachment(tx, id);
    await recordFile(tx, deps, owner, 'attachment.deleted', found);
    return undefined;
  });

/**
 * What the snapshot of a note says of its files, so that its hash covers them. A note without files says nothing of them.
 * None can be deleted until the transaction ends.
 */
export async function attachmentLinks(
  tx: OwnerTx,
  noteId: string,
): Promise<{ attachments?: { id: string; sha256: string }[] }> {
  const attachments = await lockAttachmentsOf(tx, noteId);
  return attachments.length > 0 ? { attachments } : {};
}

/** The files of a note that is finalised can no longer be deleted. */
export const keepAttachmentsOf = (tx: OwnerTx, noteId: string, at: Date): Promise<void> =>
  makePermanent(tx, noteId, at);

/** The files of patients who are deleted stay in custody. */
export const keepAttachmentsOfPatients = (tx: OwnerTx, patientIds: readonly string[], at: Date): Promise<void> =>
  makePermanentOf(tx, patientIds, at);

/** The files of a patient, oldest first, also in custody. */
export const listKeptAttachments = (
  db: OwnerSql,
  deps: Pick<Deps, 'cipher'>,
  patientId: string,
): Promise<StoredAttachment[]> => keptAttachments(db, patientId, deps.cipher);

/** The patient of a file as it was when the file was added. Undefined when it cannot be decrypted. */
export async function patientWhenAdded(
  db: OwnerSql,
  deps: Pick<Deps, 'cipher'>,
  id: string,
): Promise<PrintedPatient | undefined> {
  const text = await patientOfAttachment(db, id, deps.cipher);
  return text === undefined ? undefined : (JSON.parse(text) as PrintedPatient);
}
