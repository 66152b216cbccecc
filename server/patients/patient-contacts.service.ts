import type { Patient } from '#contract/patients';
import { type Actor, actBy, record } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { decryptColumns } from './patient-columns.ts';
import { patientContacts, replaceContact, type StoredContact } from './patient-contacts.store.ts';

export type PatientContact = StoredContact;

/** The telephone in an encrypted contact. Undefined when there is none, or when it cannot be decrypted. */
export function decryptPhone(
  owner: string,
  row: { id: string; contact: Buffer },
  cipher: FieldCipher,
): string | undefined {
  const { contact, isComplete } = decryptColumns(owner, row, cipher);
  return isComplete ? contact.phone : undefined;
}

/** How patients are reached, by their ids. A deleted patient is missing. */
export async function findContacts(
  db: OwnerSql,
  { cipher }: Pick<Deps, 'cipher'>,
  ids: readonly string[],
): Promise<Map<string, PatientContact>> {
  const contacts = await patientContacts(db, ids, cipher);
  return new Map(contacts.map((contact) => [contact.id, contact]));
}

/** Stores another e-mail of a patient as a part of another act. The owner is locked. */
export async function changeEmail(
  deps: Pick<Deps, 'cipher' | 'now'>,
  tx: OwnerTx,
  actor: Actor,
  { patient, email }: { patient: Patient; email: string },
): Promise<void> {
  if (patient.email === email) return;
  // The other fields of the contact are written with it.
  if (patient.undecryptable) throw new AppError('UNDECRYPTABLE');
  const { _id: id } = patient;
  await Promise.all([
    replaceContact(tx, id, { ...patient, email }, deps.cipher),
    record(tx, { ...actBy(actor, id, id), act: 'patient.updated', at: deps.now() }),
  ]);
}
