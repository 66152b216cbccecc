import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { type Contact, decryptColumns, encryptedContact } from './patient-columns.ts';

/** How a patient is reached. */
export interface StoredContact {
  id: string;
  name: string;
  socialName: string | undefined;
  phone: string | undefined;
  email: string | undefined;
  reminders: boolean;
  /** Nothing is sent to a blocked patient. */
  blocked: boolean;
}

interface ContactRow {
  id: string;
  name: string;
  social_name: string | null;
  reminders: boolean;
  blocked: boolean;
  contact: Buffer | null;
}

/** What cannot be decrypted is left out. */
export async function patientContacts(
  db: OwnerSql,
  ids: readonly string[],
  cipher: FieldCipher,
): Promise<StoredContact[]> {
  const rows = await db<ContactRow[]>`
    select id, name, social_name, reminders, blocked, contact from patients
     where owner_id = ${db.owner} and id = any (${ids}::uuid[])`;
  return rows.map((row) => {
    const { contact, isComplete } = decryptColumns(db.owner, row, cipher);
    const { phone, email } = isComplete ? contact : {};
    return {
      id: row.id,
      name: row.name,
      socialName: row.social_name ?? undefined,
      reminders: row.reminders,
      blocked: row.blocked,
      phone,
      email,
    };
  });
}

export async function replaceContact(tx: OwnerTx, id: string, contact: Contact, cipher: FieldCipher): Promise<void> {
  const encrypted = encryptedContact(contact, { owner: tx.owner, id, cipher });
  await tx`update patients set contact = ${encrypted} where owner_id = ${tx.owner} and id = ${id}`;
}
