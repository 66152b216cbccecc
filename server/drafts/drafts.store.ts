import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';
import type { Draft, ExportedDraft, Finalization, NewDraft, PageWindow } from './draft.ts';

/** All tables have the same columns. Some have one more, with the id that a document refers to besides its patient. */
const TABLES = {
  /** A note may refer to an appointment. */
  clinical_notes: { table: fragment`clinical_notes`, reference: fragment`appointment_id` },
  certificates: { table: fragment`certificates`, reference: undefined },
  /** An addendum refers to its note. */
  addenda: { table: fragment`addenda`, reference: fragment`note_id` },
};
export type DraftTable = keyof typeof TABLES;

interface Row {
  id: string;
  patient_id: string;
  reference_id: string | null;
  content: Buffer;
  version: number;
  created_at: Date;
  updated_at: Date;
  recorded_at: Date;
  finalized_at: Date | null;
  content_hash: Buffer | null;
}

/** A page of contents ends once its encrypted contents have this many bytes. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** Shortens the texts of a content. */
type Preview<Content> = (content: Content) => Content;

export function draftsIn<Content>(name: DraftTable, preview: Preview<Content>, undecryptable: Content) {
  const { table, reference } = TABLES[name];
  // Finalised documents of a deleted patient stay in custody and are not readable: the join leaves them out.
  const fromReadable = fragment`
      from ${table} d
      join patients p on p.owner_id = d.owner_id and p.id = d.patient_id`;
  const referenceColumn = reference ? fragment`d.${reference}` : fragment`null`;
  const columns = fragment`
    d.id, d.patient_id, ${referenceColumn} as reference_id, d.version, d.created_at, d.updated_at, d.recorded_at, d.finalized_at, d.content_hash`;
  const drafts = fragment`select ${columns}, d.content ${fromReadable}`;

  const encryptionContext = (owner: string, row: string, column: 'content' | 'preview' | 'record') => ({
    table: name,
    column,
    owner,
    row,
  });
  const encryptContent = (owner: string, id: string, content: Content, cipher: FieldCipher) => ({
    content: cipher.encrypt(JSON.stringify(content), encryptionContext(owner, id, 'content')),
    preview: cipher.encrypt(JSON.stringify(preview(content)), encryptionContext(owner, id, 'preview')),
  });
  const toDraft = (
    owner: string,
    row: Row,
    cipher: FieldCipher,
    column: 'content' | 'preview' = 'content',
  ): Draft<Content> => {
    const text = cipher.tryDecrypt(row.content, encryptionContext(owner, row.id, column));
    return {
      id: row.id,
      patientId: row.patient_id,
      referenceId: row.reference_id ?? undefined,
      content: text === undefined ? undecryptable : (JSON.parse(text) as Content),
      version: row.version,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      recordedAt: row.recorded_at,
      finalizedAt: row.finalized_at ?? undefined,
      contentHash: row.content_hash?.toString('hex'),
      undecryptable: text === undefined ? true : undefined,
    };
  };

  return {
    /** Newest first, with the preview as content. */
    listByPatient: async (db: OwnerSql, patientId: string, cipher: FieldCipher): Promise<Draft<Content>[]> => {
      const rows = await db<Row[]>`
        select ${columns}, d.preview as content ${fromReadable}
         where d.owner_id = ${db.owner} and d.patient_id = ${patientId} order by d.created_at desc, d.id desc`;
      return rows.map((row) => toDraft(db.owner, row, cipher, 'preview'));
    },

    /** The next ones with their whole content, newest first. A page of long contents ends early, to save memory. */
    page: async (
      db: OwnerSql,
      patientId: string,
      window: PageWindow,
      cipher: FieldCipher,
    ): Promise<Draft<Content>[]> => {
      const isOlder = window.before
        ? fragment`and (d.created_at, d.id) < (
            select b.created_at, b.id from ${table} b where b.owner_id = ${db.owner} and b.id = ${window.before})`
        : fragment``;
      const next = fragment`
        ${drafts} where d.owner_id = ${db.owner} and d.patient_id = ${patientId} ${isOlder}
         order by d.created_at desc, d.id desc limit ${window.limit}`;
      const order = fragment`order by created_at desc, id desc`;
      const rows = await db<Row[]>`
        select * from (select *, sum(octet_length(content)) over (${order}) - octet_length(content) as bytes_before
                         from (${next}) one) two
         where bytes_before < ${MAX_PAGE_BYTES} ${order}`;
      return rows.map((row) => toDraft(db.owner, row, cipher));
    },

    /** Finalised ones in their order, then drafts. */
    listByReference: async (db: OwnerSql, referenceId: string, cipher: FieldCipher): Promise<Draft<Content>[]> => {
      const rows = await db<Row[]>`
        ${drafts} where d.owner_id = ${db.owner} and ${referenceColumn} = ${referenceId}
         order by d.finalized_at, d.created_at, d.id`;
      return rows.map((row) => toDraft(db.owner, row, cipher));
    },

    find: async (db: OwnerSql, id: string, cipher: FieldCipher): Promise<Draft<Content> | undefined> => {
      const [row] = await db<[Row?]>`${drafts} where d.owner_id = ${db.owner} and d.id = ${id}`;
      return row && toDraft(db.owner, row, cipher);
    },

    lock: async (tx: OwnerTx, id: string, cipher: FieldCipher): Promise<Draft<Content> | undefined> => {
      const [row] = await tx<[Row?]>`${drafts} where d.owner_id = ${tx.owner} and d.id = ${id} for update of d`;
      return row && toDraft(tx.owner, row, cipher);
    },

    /** Undefined when there is no such document. */
    finalization: async (
      db: OwnerSql,
      id: string,
    ): Promise<{ isFinalized: boolean; patientId: string } | undefined> => {
      const [row] = await db<[{ isFinalized: boolean; patientId: string }?]>`
        select d.finalized_at is not null as "isFinalized", d.patient_id as "patientId"
          ${fromReadable} where d.owner_id = ${db.owner} and d.id = ${id}`;
      return row;
    },

    /** The text that was hashed. Null for a draft, undefined when there is no such document. */
    findSnapshot: async (db: OwnerSql, id: string, cipher: FieldCipher): Promise<string | null | undefined> => {
      const [row] = await db<[{ record: Buffer | null }?]>`
        select d.record ${fromReadable} where d.owner_id = ${db.owner} and d.id = ${id}`;
      if (!row) return undefined;
      return row.record && cipher.decrypt(row.record, encryptionContext(db.owner, id, 'record'));
    },

    /** The documents of a patient, oldest first, also those in custody of a patient who was deleted. */
    idsOf: async (db: OwnerSql, patientId: string): Promise<string[]> => {
      const rows = await db<{ id: string }[]>`
        select id from ${table} where owner_id = ${db.owner} and patient_id = ${patientId} order by created_at, id`;
      return rows.map(({ id }) => id);
    },

    /** A document with its snapshot, the text that was hashed, also in custody. */
    findForExport: async (
      db: OwnerSql,
      id: string,
      cipher: FieldCipher,
    ): Promise<ExportedDraft<Content> | undefined> => {
      const [row] = await db<[(Row & { record: Buffer | null })?]>`
        select ${columns}, d.content, d.record from ${table} d where d.owner_id = ${db.owner} and d.id = ${id}`;
      if (!row) return undefined;
      const snapshot = row.record
        ? cipher.tryDecrypt(row.record, encryptionContext(db.owner, id, 'record'))
        : undefined;
      return { ...toDraft(db.owner, row, cipher), snapshot };
    },

    /** The patient of a document, also of a finalised one whose patient was deleted. */
    patientOf: async (tx: OwnerTx, id: string): Promise<string | undefined> => {
      const [row] = await tx<[{ patient_id: string }?]>`
        select patient_id from ${table} where owner_id = ${tx.owner} and id = ${id}`;
      return row?.patient_id;
    },

    insert: async (tx: OwnerTx, draft: NewDraft<Content>, cipher: FieldCipher): Promise<Draft<Content>> => {
      const { id, patientId, referenceId, at } = draft;
      const { content, preview } = encryptContent(tx.owner, id, draft.content, cipher);
      const [referenceName, referenceValue] = reference
        ? [fragment`, ${reference}`, fragment`, ${referenceId}`]
        : [fragment``, fragment``];
      await tx`
        insert into ${table} (owner_id, id, patient_id, status, content, preview, version, created_at, updated_at,
                              recorded_at${referenceName})
        values (${tx.owner}, ${id}, ${patientId}, 'draft', ${content}, ${preview}, 1, ${at}, ${at}, ${at}${referenceValue})`;
      return {
        ...draft,
        version: 1,
        createdAt: at,
        updatedAt: at,
        recordedAt: at,
        finalizedAt: undefined,
        contentHash: undefined,
        undecryptable: undefined,
      };
    },

    replace: async (tx: OwnerTx, draft: Draft<Content>, cipher: FieldCipher): Promise<void> => {
      const { id, version, updatedAt, recordedAt } = draft;
      const { content, preview } = encryptContent(tx.owner, id, draft.content, cipher);
      await tx`
        update ${table}
           set content = ${content}, preview = ${preview}, version = ${version}, updated_at = ${updatedAt},
               recorded_at = ${recordedAt}
         where owner_id = ${tx.owner} and id = ${id} and status = 'draft'`;
    },

    finalize: async (tx: OwnerTx, id: string, finalization: Finalization, cipher: FieldCipher): Promise<void> => {
      const { by, at, authenticatedAt, record, contentHash } = finalization;
      await tx`
        update ${table}
           set status = 'finalized', finalized_at = ${at}, finalized_by = ${by}, content_hash = ${contentHash},
               authenticated_at = ${authenticatedAt}, record = ${cipher.encrypt(record, encryptionContext(tx.owner, id, 'record'))}
         where owner_id = ${tx.owner} and id = ${id} and status = 'draft'`;
    },

    delete: async (tx: OwnerTx, id: string): Promise<void> => {
      await tx`delete from ${table} where owner_id = ${tx.owner} and id = ${id} and status = 'draft'`;
    },
  };
}
