import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { Sql } from '#server/platform/database/sql';
import { startRefused } from '#server/platform/start-refused';
import { sha256Of } from './backup-file.ts';
import {
  CONTENT_TABLES,
  type StoredAttachment,
  type StoredContent,
  storedAttachments,
  storedChunk,
  storedContents,
} from './content.store.ts';

/**
 * Decrypts everything that was finalized, and the attachments, and compares it with the hash that was stored with it.
 * Returns how many contents there are. A backup of an older release has fewer tables.
 */
export async function verifyContents(sql: Sql, tables: { name: string }[], cipher: FieldCipher): Promise<number> {
  const has = (name: string) => tables.some((table) => table.name === name);
  let count = 0;
  for (const table of CONTENT_TABLES.filter(has)) {
    for await (const stored of decryptable(table, storedContents(sql, table, cipher, has('attachments')))) {
      if (sha256Of(stored.content) !== stored.hash.toString('hex')) {
        throw startRefused(`A row of ${table} does not have its stored hash: nothing was restored`);
      }
      if (!isLinked(stored)) {
        throw startRefused(
          `A row of ${table} names other hashes than those of its ${LINKED[table]}: nothing was restored`,
        );
      }
      count += 1;
    }
  }
  if (!has('attachments')) return count;
  for await (const isWhole of decryptable('attachments', verifiedAttachments(sql, cipher))) {
    if (!isWhole) throw startRefused('A row of attachments does not have its stored hash: nothing was restored');
    count += 1;
  }
  return count;
}

async function* decryptable<Content>(table: string, contents: AsyncGenerator<Content>): AsyncGenerator<Content> {
  for (;;) {
    const next = await contents.next().catch((error: Error) => {
      throw startRefused(
        `The data keys do not decrypt ${table} of this backup (${error.message}): nothing was restored`,
      );
    });
    if (next.done) return;
    yield next.value;
  }
}

const LINKED = { clinical_notes: 'attachments', addenda: 'note', certificates: '', documents: '' };

/** Whether a note names its attachments, and an addendum its note and the addendum before it. */
function isLinked({ content, links }: StoredContent): boolean {
  if (!links) return true;
  const snapshot = JSON.parse(content.toString()) as Record<string, unknown>;
  return Object.entries(links).every(([name, link]) => isDeepStrictEqual(snapshot[name] ?? null, link));
}

async function* verifiedAttachments(sql: Sql, cipher: FieldCipher): AsyncGenerator<boolean> {
  for await (const attachment of storedAttachments(sql)) yield await isWhole(sql, attachment, cipher);
}

/** One part is in memory at a time. */
async function isWhole(sql: Sql, attachment: StoredAttachment, cipher: FieldCipher): Promise<boolean> {
  const hash = createHash('sha256');
  let size = 0;
  for (let number = 0; number < attachment.chunkCount; number++) {
    const part = await storedChunk(sql, attachment, number, cipher);
    if (!part) return false;
    hash.update(part);
    size += part.length;
  }
  return size === attachment.size && hash.digest().equals(attachment.hash);
}
