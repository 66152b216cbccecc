import type { Deps } from '#server/deps';
import type { OwnerSql } from '#server/platform/database/database';
import { patientContacts, type StoredContact } from './patient-contacts.store.ts';

export type PatientContact = StoredContact;

/** How patients are reached, by their ids. A deleted patient is missing. */
export async function findContacts(
  db: OwnerSql,
  { cipher }: Pick<Deps, 'cipher'>,
  ids: readonly string[],
): Promise<Map<string, PatientContact>> {
  const contacts = await patientContacts(db, ids, cipher);
  return new Map(contacts.map((contact) => [contact.id, contact]));
}
