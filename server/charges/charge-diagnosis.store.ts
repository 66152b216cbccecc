import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';

const encryptionContext = (owner: string, row: string) => ({ table: 'charges', column: 'diagnosis', owner, row });

/** The diagnosis as JSON: undefined without one, null when it could not be decrypted. */
export async function findDiagnosis(db: OwnerSql, id: string, cipher: FieldCipher): Promise<string | null | undefined> {
  const [row] = await db<[{ diagnosis: Buffer | null }?]>`
    select diagnosis from charges where owner_id = ${db.owner} and id = ${id}`;
  if (!row?.diagnosis) return undefined;
  return cipher.tryDecrypt(row.diagnosis, encryptionContext(db.owner, id)) ?? null;
}

export async function storeDiagnosis(
  tx: OwnerTx,
  id: string,
  diagnosis: string | undefined,
  cipher: FieldCipher,
): Promise<void> {
  const encrypted = diagnosis === undefined ? null : cipher.encrypt(diagnosis, encryptionContext(tx.owner, id));
  await tx`update charges set diagnosis = ${encrypted} where owner_id = ${tx.owner} and id = ${id}`;
}

/** The diagnoses of charges as JSON, by the id of the charge. Null when one could not be decrypted. */
export async function diagnosesOfCharges(
  db: OwnerSql,
  chargeIds: readonly string[],
  cipher: FieldCipher,
): Promise<Map<string, string | null>> {
  const rows = await db<{ id: string; diagnosis: Buffer }[]>`
    select id, diagnosis from charges
     where owner_id = ${db.owner} and id = any (${chargeIds}::uuid[]) and diagnosis is not null`;
  return new Map(
    rows.map(({ id, diagnosis }) => [id, cipher.tryDecrypt(diagnosis, encryptionContext(db.owner, id)) ?? null]),
  );
}
