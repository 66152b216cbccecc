import type { DocumentKind } from '#contract/documents';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

/** A document that has its folio and its code, and perhaps its file. */
export interface StoredDocument {
  id: string;
  folio: string;
  code: string;
  createdAt: Date;
  file?: Buffer | undefined;
}

interface DocumentRow {
  id: string;
  folio: string;
  code: Buffer;
  created_at: Date;
  /** In base64, which is shorter and read several times faster than what PostgreSQL would send by itself. */
  file: string | null;
}

/** What tells one document from another. */
export interface Imprint {
  kind: DocumentKind;
  sourceId: string;
  signatureHash: Buffer | undefined;
}

const placeOf = (owner: string, row: string, column: 'code' | 'file') => ({ table: 'documents', column, owner, row });

export async function findDocument(
  db: OwnerSql,
  { kind, sourceId, signatureHash }: Imprint,
  cipher: FieldCipher,
): Promise<StoredDocument | undefined> {
  const [row] = await db<[DocumentRow?]>`
    select id, folio, code, created_at, encode(file, 'base64') as file from documents
     where owner_id = ${db.owner} and source_id = ${sourceId} and kind = ${kind}
       and signature_hash is not distinct from ${signatureHash ?? null}`;
  if (!row) return undefined;
  const { id, folio, code, file, created_at: createdAt } = row;
  return {
    id,
    folio,
    createdAt,
    code: cipher.decrypt(code, placeOf(db.owner, id, 'code')),
    file: file ? cipher.decryptBytes(Buffer.from(file, 'base64'), placeOf(db.owner, id, 'file')) : undefined,
  };
}

export async function nextFolio(tx: OwnerTx, year: number): Promise<number> {
  const [row] = await tx<[{ last: number }]>`
    insert into folios as given (owner_id, year, last) values (${tx.owner}, ${year}, 1)
    on conflict (owner_id, year) do update set last = given.last + 1
    returning last`;
  return row.last;
}

export async function reserveDocument(
  tx: OwnerTx,
  { kind, sourceId, signatureHash }: Imprint,
  { id, folio, code, createdAt }: StoredDocument,
  cipher: FieldCipher,
): Promise<void> {
  await tx`
    insert into documents (owner_id, id, kind, source_id, signature_hash, folio, code, created_at)
    values (${tx.owner}, ${id}, ${kind}, ${sourceId}, ${signatureHash}, ${folio},
            ${cipher.encrypt(code, placeOf(tx.owner, id, 'code'))}, ${createdAt})`;
}

interface KeptFile {
  file: Uint8Array;
  hash: Buffer;
  timestamp: string;
}

/** The moment of keeping. The trigger that lets a row change no more knows it by this name. */
const KEPT_AT = fragment`finalized_at`;

/** False when somebody else has kept it in the meantime. */
export async function keepFile(
  tx: OwnerTx,
  id: string,
  { file, hash, timestamp }: KeptFile,
  cipher: FieldCipher,
  keptAt: Date,
): Promise<boolean> {
  const kept = await tx`
    update documents
       set file = ${cipher.encryptBytes(file, placeOf(tx.owner, id, 'file'))}, file_hash = ${hash},
           timestamp = ${timestamp}, ${KEPT_AT} = ${keptAt}
     where owner_id = ${tx.owner} and id = ${id} and ${KEPT_AT} is null`;
  return kept.count === 1;
}
