import { ENCRYPTION_BYTES, type FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { identifier } from '#server/platform/database/sql';

/** The tables of presets: a name and a content, both encrypted. */
export type PresetTable = 'note_templates' | 'prescription_favourites';

/** A text that cannot be decrypted is undefined. */
export interface StoredPreset<Content> {
  id: string;
  name: string | undefined;
  content: Content | undefined;
}

/** A preset without its content. */
export interface StoredName {
  id: string;
  name: string | undefined;
  /** The size of its content before encryption. */
  bytes: number;
}

interface Row {
  id: string;
  name: Buffer;
  content: Buffer;
}

/** The rows of a table. The content is stored as JSON. */
export function presetsStore<Content>(table: PresetTable) {
  const name = identifier(table);
  const contextOf = (owner: string, row: string, column: 'name' | 'content') => ({ table, column, owner, row });
  const encrypted = (owner: string, id: string, stored: { name: string; content: Content }, cipher: FieldCipher) => ({
    name: cipher.encrypt(stored.name, contextOf(owner, id, 'name')),
    content: cipher.encrypt(JSON.stringify(stored.content), contextOf(owner, id, 'content')),
  });
  const toStored = (owner: string, row: Row, cipher: FieldCipher): StoredPreset<Content> => {
    const content = cipher.tryDecrypt(row.content, contextOf(owner, row.id, 'content'));
    return {
      id: row.id,
      name: cipher.tryDecrypt(row.name, contextOf(owner, row.id, 'name')),
      content: content === undefined ? undefined : (JSON.parse(content) as Content),
    };
  };
  return {
    async all(db: OwnerSql, cipher: FieldCipher): Promise<StoredPreset<Content>[]> {
      const rows = await db<Row[]>`select id, name, content from ${name} where owner_id = ${db.owner} order by id`;
      return rows.map((row) => toStored(db.owner, row, cipher));
    },
    async names(db: OwnerSql, cipher: FieldCipher): Promise<StoredName[]> {
      const rows = await db<{ id: string; name: Buffer; bytes: number }[]>`
        select id, name, octet_length(content) as bytes from ${name} where owner_id = ${db.owner}`;
      return rows.map((row) => ({
        id: row.id,
        bytes: row.bytes - ENCRYPTION_BYTES,
        name: cipher.tryDecrypt(row.name, contextOf(db.owner, row.id, 'name')),
      }));
    },
    async find(db: OwnerSql, id: string, cipher: FieldCipher): Promise<StoredPreset<Content> | undefined> {
      const [row] = await db<[Row?]>`
        select id, name, content from ${name} where owner_id = ${db.owner} and id = ${id}`;
      return row && toStored(db.owner, row, cipher);
    },
    async insert(
      tx: OwnerTx,
      id: string,
      stored: { name: string; content: Content },
      cipher: FieldCipher,
      at: Date,
    ): Promise<void> {
      const values = encrypted(tx.owner, id, stored, cipher);
      await tx`
        insert into ${name} (owner_id, id, name, content, created_at)
        values (${tx.owner}, ${id}, ${values.name}, ${values.content}, ${at})`;
    },
    async replace(
      tx: OwnerTx,
      id: string,
      stored: { name: string; content: Content },
      cipher: FieldCipher,
    ): Promise<void> {
      const values = encrypted(tx.owner, id, stored, cipher);
      await tx`
        update ${name} set name = ${values.name}, content = ${values.content}
         where owner_id = ${tx.owner} and id = ${id}`;
    },
    /** False for an unknown one. */
    async remove(tx: OwnerTx, id: string): Promise<boolean> {
      const removed = await tx`delete from ${name} where owner_id = ${tx.owner} and id = ${id}`;
      return removed.count === 1;
    },
  };
}
