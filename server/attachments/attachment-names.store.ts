import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql } from '#server/platform/database/database';
import { encryptionContext, FROM_READABLE, isAfter } from './attachments.store.ts';

interface AttachmentName {
  id: string;
  noteId: string | undefined;
  /** Undefined when it cannot be decrypted. */
  name: string | undefined;
  createdAt: Date;
}

interface NameRow {
  id: string;
  noteId: string | null;
  name: Buffer;
  createdAt: Date;
}

/** The names alone, newest first. */
export async function attachmentNames(
  db: OwnerSql,
  patientId: string,
  { before, limit }: { before: string | undefined; limit: number },
  cipher: FieldCipher,
): Promise<AttachmentName[]> {
  const rows = await db<NameRow[]>`
    select a.id, a.note_id as "noteId", a.name, a.created_at as "createdAt" ${FROM_READABLE}
     where a.owner_id = ${db.owner} and a.patient_id = ${patientId} ${isAfter(db, patientId, before)}
     order by a.created_at desc, a.id desc limit ${limit}`;
  return rows.map(({ id, noteId, name, createdAt }) => ({
    id,
    noteId: noteId ?? undefined,
    name: cipher.tryDecrypt(name, encryptionContext(db.owner, id, 'name')),
    createdAt,
  }));
}
