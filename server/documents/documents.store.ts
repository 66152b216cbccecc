import type { DocumentKind, TimestampState } from '#contract/documents';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

/** Identifies a document. With another picture of the signature, or without one, it is a different document. */
export interface DocumentKey {
  kind: DocumentKind;
  sourceId: string;
  signatureHash: Buffer | undefined;
}

/** A document gets its folio and its code before it is printed. */
export interface Reservation {
  id: string;
  folio: string;
  code: string;
  createdAt: Date;
}

const encryptionContext = (owner: string, row: string, column: 'code' | 'file') => ({
  table: 'documents',
  column,
  owner,
  row,
});

const hasKey = (owner: string, { kind, sourceId, signatureHash }: DocumentKey) => fragment`
  owner_id = ${owner} and source_id = ${sourceId} and kind = ${kind}
    and signature_hash is not distinct from ${signatureHash ?? null}`;

export async function findReservation(
  db: OwnerSql,
  key: DocumentKey,
  cipher: FieldCipher,
): Promise<Reservation | undefined> {
  const [row] = await db<[{ id: string; folio: string; code: Buffer; createdAt: Date }?]>`
    select id, folio, code, created_at as "createdAt" from documents where ${hasKey(db.owner, key)}`;
  return row && { ...row, code: cipher.decrypt(row.code, encryptionContext(db.owner, row.id, 'code')) };
}

/** The stored file of a document. Undefined until it is printed. */
export async function findFile(
  db: OwnerSql,
  key: DocumentKey,
  cipher: FieldCipher,
): Promise<{ id: string; file: Buffer } | undefined> {
  // In base64, which is shorter and several times faster to read than the format of the driver.
  const [row] = await db<[{ id: string; file: string }?]>`
    select id, encode(file, 'base64') as file from documents
     where ${hasKey(db.owner, key)} and file is not null`;
  if (!row) return undefined;
  const { id, file } = row;
  return { id, file: cipher.decryptBytes(Buffer.from(file, 'base64'), encryptionContext(db.owner, id, 'file')) };
}

/** A stored file, without its bytes. */
export interface KeptDocument {
  id: string;
  kind: DocumentKind;
  folio: string;
  code: string;
  storedAt: Date;
  /** SHA-256. */
  fileHash: Buffer;
}

/** The stored files of a note, certificate or receipt, in the order in which they were made. */
export async function keptDocuments(db: OwnerSql, sourceId: string, cipher: FieldCipher): Promise<KeptDocument[]> {
  const rows = await db<(Omit<KeptDocument, 'code'> & { code: Buffer })[]>`
    select id, kind, folio, code, ${STORED_AT} as "storedAt", file_hash as "fileHash" from documents
     where owner_id = ${db.owner} and source_id = ${sourceId} and file is not null
     order by created_at, id`;
  return rows.map((row) => ({
    ...row,
    // Without its code it is still a file with a hash.
    code: cipher.tryDecrypt(row.code, encryptionContext(db.owner, row.id, 'code')) ?? '',
  }));
}

export async function fileOfDocument(db: OwnerSql, id: string, cipher: FieldCipher): Promise<Buffer | undefined> {
  const [row] = await db<[{ file: string }?]>`
    select encode(file, 'base64') as file from documents where owner_id = ${db.owner} and id = ${id}`;
  return row && cipher.decryptBytes(Buffer.from(row.file, 'base64'), encryptionContext(db.owner, id, 'file'));
}

/** Whether the same text was printed with another picture of the signature. */
export async function hasOtherDocument(db: OwnerSql, { kind, sourceId }: DocumentKey): Promise<boolean> {
  const [row] = await db<[{ found: boolean }]>`
    select exists (
      select from documents where owner_id = ${db.owner} and source_id = ${sourceId} and kind = ${kind}
    ) as found`;
  return row.found;
}

export async function nextFolioNumber(tx: OwnerTx, year: number): Promise<number> {
  const [row] = await tx<[{ last: number }]>`
    insert into folios as counter (owner_id, year, last) values (${tx.owner}, ${year}, 1)
    on conflict (owner_id, year) do update set last = counter.last + 1
    returning last`;
  return row.last;
}

export async function reserveDocument(
  tx: OwnerTx,
  { kind, sourceId, signatureHash, isClinical }: DocumentKey & { isClinical: boolean },
  { id, folio, code, createdAt }: Reservation,
  cipher: FieldCipher,
): Promise<void> {
  await tx`
    insert into documents (owner_id, id, kind, source_id, signature_hash, folio, code, created_at, is_clinical)
    values (${tx.owner}, ${id}, ${kind}, ${sourceId}, ${signatureHash}, ${folio},
            ${cipher.encrypt(code, encryptionContext(tx.owner, id, 'code'))}, ${createdAt}, ${isClinical})`;
}

interface NewFile {
  file: Uint8Array;
  hash: Buffer;
  timestamp: TimestampState;
}

/** The time when the file was stored. The trigger that refuses later changes reads the column by this name. */
const STORED_AT = fragment`finalized_at`;

/** Stores the file. False when another transaction has stored one. */
export async function storeFile(
  tx: OwnerTx,
  id: string,
  { file, hash, timestamp }: NewFile,
  cipher: FieldCipher,
  at: Date,
): Promise<boolean> {
  const stored = await tx`
    update documents
       set file = ${cipher.encryptBytes(file, encryptionContext(tx.owner, id, 'file'))}, file_hash = ${hash},
           timestamp = ${timestamp}, ${STORED_AT} = ${at}
     where owner_id = ${tx.owner} and id = ${id} and ${STORED_AT} is null`;
  return stored.count === 1;
}
