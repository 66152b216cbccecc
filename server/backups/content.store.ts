import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import { fragment, type Sql } from '#server/platform/database/sql';

/** A finalized text or a printed file, decrypted, with the hash that was stored with it. */
export interface StoredContent {
  content: Buffer;
  hash: Buffer;
  /** What the text must say of other rows, by the names of its fields. Null for what it must not say. */
  links?: Record<string, unknown>;
}

interface Row {
  owner: string;
  id: string;
  encrypted: Buffer;
  hash: Buffer;
  links?: Record<string, unknown>;
}

export const CONTENT_TABLES = ['clinical_notes', 'certificates', 'addenda', 'documents'] as const;
type ContentTable = (typeof CONTENT_TABLES)[number];

const NOTES = fragment`record as encrypted, content_hash as hash from clinical_notes`;
/** Each note names its attachments with their hashes. */
const NOTES_WITH_ATTACHMENTS = fragment`
  record as encrypted, content_hash as hash,
  json_build_object('attachments', (
    select json_agg(json_build_object('id', a.id, 'sha256', encode(a.content_hash, 'hex')) order by a.id)
      from attachments a where a.owner_id = clinical_notes.owner_id and a.note_id = clinical_notes.id
  )) as links
  from clinical_notes`;

const SOURCES = {
  clinical_notes: { column: 'record', from: NOTES_WITH_ATTACHMENTS },
  certificates: { column: 'record', from: fragment`record as encrypted, content_hash as hash from certificates` },
  addenda: {
    column: 'record',
    // Each addendum names the hash of its note and that of the addendum before it.
    from: fragment`
      record as encrypted, content_hash as hash,
      json_build_object(
        'note', (
          select json_build_object('id', n.id, 'contentHash', encode(n.content_hash, 'hex')) from clinical_notes n
           where n.owner_id = addenda.owner_id and n.id = addenda.note_id),
        'previous', (
          select encode(b.content_hash, 'hex') from addenda b
           where b.owner_id = addenda.owner_id and b.note_id = addenda.note_id and b.finalized_at < addenda.finalized_at
           order by b.finalized_at desc limit 1)
      ) as links
      from addenda`,
  },
  documents: { column: 'file', from: fragment`file as encrypted, file_hash as hash from documents` },
} as const satisfies Record<ContentTable, unknown>;

const ROWS_AT_ONCE = 50;
const NIL = '00000000-0000-0000-0000-000000000000';

/** All finalized rows of a table, a few at a time. A backup of an older release has no attachments. */
export async function* storedContents(
  sql: Sql,
  table: ContentTable,
  cipher: FieldCipher,
  hasAttachments: boolean,
): AsyncGenerator<StoredContent> {
  const { column, from } = SOURCES[table];
  const source = table === 'clinical_notes' && !hasAttachments ? NOTES : from;
  let last = { owner: NIL, id: NIL };
  for (;;) {
    const rows = await sql<Row[]>`
      select owner_id as owner, id, ${source}
       where finalized_at is not null and (owner_id, id) > (${last.owner}, ${last.id})
       order by owner_id, id limit ${ROWS_AT_ONCE}`;
    for (const { owner, id, encrypted, ...row } of rows) {
      yield { ...row, content: cipher.decryptBytes(encrypted, { table, column, owner, row: id }) };
      last = { owner, id };
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

export interface StoredAttachment {
  owner: string;
  id: string;
  size: number;
  chunkCount: number;
  hash: Buffer;
}

/** All attachments, without their content. */
export async function* storedAttachments(sql: Sql): AsyncGenerator<StoredAttachment> {
  let last = { owner: NIL, id: NIL };
  for (;;) {
    const rows = await sql<StoredAttachment[]>`
      select owner_id as owner, id, size, chunk_count as "chunkCount", content_hash as hash from attachments
       where (owner_id, id) > (${last.owner}, ${last.id}) order by owner_id, id limit ${ROWS_AT_ONCE}`;
    for (const row of rows) {
      yield row;
      last = row;
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** A part of an attachment, decrypted. Undefined when it does not exist. */
export async function storedChunk(
  sql: Sql,
  { owner, id }: StoredAttachment,
  number: number,
  cipher: FieldCipher,
): Promise<Buffer | undefined> {
  const [row] = await sql<[{ content: string }?]>`
    select encode(content, 'base64') as content from attachment_chunks
     where owner_id = ${owner} and attachment_id = ${id} and number = ${number}`;
  const place = { table: 'attachment_chunks', column: 'content', owner, row: `${id}/${number}` };
  return row && cipher.decryptBytes(Buffer.from(row.content, 'base64'), place);
}
