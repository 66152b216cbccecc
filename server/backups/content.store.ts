import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import { fragment, type Sql } from '#server/platform/database/sql';

/** A finalized text or a printed file, decrypted, with the hash that was stored with it. */
export interface StoredContent {
  content: Buffer;
  hash: Buffer;
  /** Of an addendum: the stored hashes of its note and of the addendum before it. */
  links: [note: string, previous: string | null] | undefined;
}

interface Row {
  owner: string;
  id: string;
  encrypted: Buffer;
  hash: Buffer;
  links?: StoredContent['links'];
}

export const CONTENT_TABLES = ['clinical_notes', 'certificates', 'addenda', 'documents'] as const;
type ContentTable = (typeof CONTENT_TABLES)[number];

const SOURCES = {
  clinical_notes: { column: 'record', from: fragment`record as encrypted, content_hash as hash from clinical_notes` },
  certificates: { column: 'record', from: fragment`record as encrypted, content_hash as hash from certificates` },
  addenda: {
    column: 'record',
    // Each addendum names the hash of its note and that of the addendum before it.
    from: fragment`
      record as encrypted, content_hash as hash,
      json_build_array(
        (select encode(n.content_hash, 'hex') from clinical_notes n where n.owner_id = addenda.owner_id and n.id = addenda.note_id),
        (select encode(b.content_hash, 'hex') from addenda b
          where b.owner_id = addenda.owner_id and b.note_id = addenda.note_id and b.finalized_at < addenda.finalized_at
          order by b.finalized_at desc limit 1)
      ) as links
      from addenda`,
  },
  documents: { column: 'file', from: fragment`file as encrypted, file_hash as hash from documents` },
} as const satisfies Record<ContentTable, unknown>;

const ROWS_AT_ONCE = 50;
const NIL = '00000000-0000-0000-0000-000000000000';

/** All finalized rows of a table, a few at a time. */
export async function* storedContents(
  sql: Sql,
  table: ContentTable,
  cipher: FieldCipher,
): AsyncGenerator<StoredContent> {
  const { column, from } = SOURCES[table];
  let last = { owner: NIL, id: NIL };
  for (;;) {
    const rows = await sql<Row[]>`
      select owner_id as owner, id, ${from}
       where finalized_at is not null and (owner_id, id) > (${last.owner}, ${last.id})
       order by owner_id, id limit ${ROWS_AT_ONCE}`;
    for (const { owner, id, encrypted, hash, links } of rows) {
      yield { content: cipher.decryptBytes(encrypted, { table, column, owner, row: id }), hash, links };
      last = { owner, id };
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
