import type { Attachment, AttachmentsQuery, AttachmentType } from '#contract/attachments';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

type Column = 'name' | 'thumbnail' | 'patient';
export const encryptionContext = (owner: string, row: string, column: Column) => ({
  table: 'attachments',
  column,
  owner,
  row,
});
/** A part that was moved to another place or file does not decrypt. */
const chunkContext = (owner: string, id: string, number: number) => ({
  table: 'attachment_chunks',
  column: 'content',
  owner,
  row: `${id}/${number}`,
});

/** The bytes of one part. */
const CHUNK_BYTES = 1024 * 1024;

// Attachments of a deleted patient stay in custody and are not readable: the join leaves them out.
export const FROM_READABLE = fragment`
    from attachments a join patients p on p.owner_id = a.owner_id and p.id = a.patient_id`;

interface Row {
  id: string;
  noteId: string | null;
  name: Buffer;
  type: AttachmentType;
  size: number;
  thumbnail: Buffer | null;
  createdAt: Date;
  isPermanent: boolean;
}

const COLUMNS = fragment`
  a.id, a.note_id as "noteId", a.name, a.type, a.size, a.thumbnail, a.created_at as "createdAt",
  a.finalized_at is not null as "isPermanent"`;

function toAttachment(owner: string, row: Row, cipher: FieldCipher): Attachment {
  const name = cipher.tryDecrypt(row.name, encryptionContext(owner, row.id, 'name'));
  return {
    _id: row.id,
    noteId: row.noteId ?? undefined,
    name: name ?? UNDECRYPTABLE_TEXT,
    type: row.type,
    size: row.size,
    createdAt: row.createdAt.toISOString(),
    thumbnail: row.thumbnail ? thumbnailUrl(owner, row.id, row.thumbnail, cipher) : undefined,
    isPermanent: row.isPermanent,
    undecryptable: name === undefined ? true : undefined,
  };
}

function thumbnailUrl(owner: string, id: string, encrypted: Buffer, cipher: FieldCipher): string | undefined {
  try {
    const picture = cipher.decryptBytes(encrypted, encryptionContext(owner, id, 'thumbnail'));
    return `data:image/webp;base64,${picture.toString('base64')}`;
  } catch {
    return undefined;
  }
}

/** Newest first. */
export async function attachmentsOf(
  db: OwnerSql,
  patientId: string,
  { noteId, before, limit }: AttachmentsQuery,
  cipher: FieldCipher,
): Promise<Attachment[]> {
  const ofNote = noteId ? fragment`and a.note_id = ${noteId}` : fragment``;
  const rows = await db<Row[]>`
    select ${COLUMNS} ${FROM_READABLE}
     where a.owner_id = ${db.owner} and a.patient_id = ${patientId} ${ofNote} ${isAfter(db, patientId, before)}
     order by a.created_at desc, a.id desc limit ${limit}`;
  return rows.map((row) => toAttachment(db.owner, row, cipher));
}

/** A condition for the attachments that come after `before` in a list with the newest first. */
export const isAfter = (db: OwnerSql, patientId: string, before: string | undefined) =>
  before
    ? fragment`and (a.created_at, a.id) < (select b.created_at, b.id from attachments b
        where b.owner_id = ${db.owner} and b.patient_id = ${patientId} and b.id = ${before})`
    : fragment``;

/** What is needed to read the content of a file. */
export interface StoredAttachment {
  id: string;
  patientId: string;
  noteId: string | undefined;
  name: string | undefined;
  type: AttachmentType;
  size: number;
  chunkCount: number;
  contentHash: Buffer;
  createdAt: Date;
  isPermanent: boolean;
}

type StoredRow = Omit<StoredAttachment, 'noteId' | 'name'> & { noteId: string | null; name: Buffer };

const STORED = fragment`
  a.id, a.patient_id as "patientId", a.note_id as "noteId", a.name, a.type, a.size, a.chunk_count as "chunkCount",
  a.content_hash as "contentHash", a.created_at as "createdAt", a.finalized_at is not null as "isPermanent"`;

const toStored = (owner: string, row: StoredRow, cipher: FieldCipher): StoredAttachment => ({
  ...row,
  noteId: row.noteId ?? undefined,
  name: cipher.tryDecrypt(row.name, encryptionContext(owner, row.id, 'name')),
});

export async function findAttachment(
  db: OwnerSql,
  id: string,
  cipher: FieldCipher,
): Promise<StoredAttachment | undefined> {
  const [row] = await db<[StoredRow?]>`
    select ${STORED} ${FROM_READABLE} where a.owner_id = ${db.owner} and a.id = ${id}`;
  return row && toStored(db.owner, row, cipher);
}

export async function lockAttachment(
  tx: OwnerTx,
  id: string,
  cipher: FieldCipher,
): Promise<StoredAttachment | undefined> {
  const [row] = await tx<[StoredRow?]>`
    select ${STORED} ${FROM_READABLE} where a.owner_id = ${tx.owner} and a.id = ${id} for update of a`;
  return row && toStored(tx.owner, row, cipher);
}

/** The attachments of a patient, oldest first, also those in custody of a patient who was deleted. */
export async function keptAttachments(
  db: OwnerSql,
  patientId: string,
  cipher: FieldCipher,
): Promise<StoredAttachment[]> {
  const rows = await db<StoredRow[]>`
    select ${STORED} from attachments a
     where a.owner_id = ${db.owner} and a.patient_id = ${patientId} order by a.created_at, a.id`;
  return rows.map((row) => toStored(db.owner, row, cipher));
}

/** The patient as it was when the file was added. Undefined when it cannot be decrypted. */
export async function patientOfAttachment(db: OwnerSql, id: string, cipher: FieldCipher): Promise<string | undefined> {
  const [row] = await db<[{ patient: Buffer }?]>`
    select patient from attachments where owner_id = ${db.owner} and id = ${id}`;
  return row && cipher.tryDecrypt(row.patient, encryptionContext(db.owner, id, 'patient'));
}

/** Undefined when it does not exist. */
export async function findChunk(
  db: OwnerSql,
  id: string,
  number: number,
  cipher: FieldCipher,
): Promise<Buffer | undefined> {
  // In base64, which is shorter and several times faster to read than the format of the driver.
  const [row] = await db<[{ content: string }?]>`
    select encode(content, 'base64') as content from attachment_chunks
     where owner_id = ${db.owner} and attachment_id = ${id} and number = ${number}`;
  return row && cipher.decryptBytes(Buffer.from(row.content, 'base64'), chunkContext(db.owner, id, number));
}

export interface NewAttachment {
  id: string;
  patientId: string;
  noteId: string | undefined;
  name: string;
  type: AttachmentType;
  content: Uint8Array;
  contentHash: Buffer;
  thumbnail: Uint8Array | undefined;
  /** JSON. */
  patient: string;
  at: Date;
}

export async function insertAttachment(
  tx: OwnerTx,
  attachment: NewAttachment,
  cipher: FieldCipher,
): Promise<Attachment> {
  const { id, patientId, noteId, type, content, contentHash, thumbnail, at } = attachment;
  const context = (column: Column) => encryptionContext(tx.owner, id, column);
  const name = cipher.encrypt(attachment.name, context('name'));
  const picture = thumbnail ? cipher.encryptBytes(thumbnail, context('thumbnail')) : null;
  const patient = cipher.encrypt(attachment.patient, context('patient'));
  const chunkCount = Math.ceil(content.length / CHUNK_BYTES);
  await tx`
    insert into attachments (owner_id, id, patient_id, note_id, name, type, size, chunk_count, content_hash, thumbnail,
                             patient, created_at)
    values (${tx.owner}, ${id}, ${patientId}, ${noteId ?? null}, ${name}, ${type}, ${content.length}, ${chunkCount},
            ${contentHash}, ${picture}, ${patient}, ${at})`;
  // One after the other: the encrypted parts are in memory one at a time.
  for (let number = 0; number < chunkCount; number++) {
    const part = content.subarray(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES);
    await tx`
      insert into attachment_chunks (owner_id, attachment_id, number, content)
      values (${tx.owner}, ${id}, ${number}, ${cipher.encryptBytes(part, chunkContext(tx.owner, id, number))})`;
  }
  const row = { id, noteId: noteId ?? null, name, type, size: content.length, thumbnail: picture, createdAt: at };
  return toAttachment(tx.owner, { ...row, isPermanent: false }, cipher);
}

export interface AddedAttachment {
  attachment: Attachment;
  patientId: string;
  contentHash: Buffer;
}

/** The file of that id, also one in custody. */
export async function findAdded(tx: OwnerTx, id: string, cipher: FieldCipher): Promise<AddedAttachment | undefined> {
  const [row] = await tx<[(Row & Omit<AddedAttachment, 'attachment'>)?]>`
    select ${COLUMNS}, a.patient_id as "patientId", a.content_hash as "contentHash" from attachments a
     where a.owner_id = ${tx.owner} and a.id = ${id}`;
  if (!row) return undefined;
  const { patientId, contentHash } = row;
  return { attachment: toAttachment(tx.owner, row, cipher), patientId, contentHash };
}

export async function removeAttachment(tx: OwnerTx, id: string): Promise<void> {
  await tx`delete from attachments where owner_id = ${tx.owner} and id = ${id}`;
}
