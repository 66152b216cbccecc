import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';

const encryptionContext = (owner: string) => ({ table: 'signatures', column: 'image', owner, row: owner });

export interface SignatureSettings {
  useInPrescriptions: boolean;
  /** SHA-256 of the image. */
  hash: Buffer;
}

/** Undefined when there is no signature. Nothing is decrypted. */
export async function findSettings(db: OwnerSql): Promise<SignatureSettings | undefined> {
  const [row] = await db<[SignatureSettings?]>`
    select use_in_prescriptions as "useInPrescriptions", image_hash as hash from signatures where owner_id = ${db.owner}`;
  return row;
}

export interface StoredSignature {
  image: Buffer;
  hash: Buffer;
}

export async function findSignature(db: OwnerSql, cipher: FieldCipher): Promise<StoredSignature | undefined> {
  const [row] = await db<[StoredSignature?]>`
    select image, image_hash as hash from signatures where owner_id = ${db.owner}`;
  return row && { ...row, image: cipher.decryptBytes(row.image, encryptionContext(db.owner)) };
}

/** A new image keeps the setting of the one before. The first one is used in prescriptions. */
export async function storeSignature(
  tx: OwnerTx,
  signature: StoredSignature,
  cipher: FieldCipher,
  at: Date,
): Promise<void> {
  const image = cipher.encryptBytes(signature.image, encryptionContext(tx.owner));
  await tx`
    insert into signatures (owner_id, image, image_hash, use_in_prescriptions, updated_at)
    values (${tx.owner}, ${image}, ${signature.hash}, true, ${at})
    on conflict (owner_id) do update set image = excluded.image, image_hash = excluded.image_hash, updated_at = ${at}`;
}

/** False when there is no signature. */
export async function setUseInPrescriptions(tx: OwnerTx, isUsed: boolean, at: Date): Promise<boolean> {
  const changed = await tx`
    update signatures set use_in_prescriptions = ${isUsed}, updated_at = ${at} where owner_id = ${tx.owner}`;
  return changed.count === 1;
}

/** False when there is no signature. */
export async function deleteStoredSignature(tx: OwnerTx): Promise<boolean> {
  const removed = await tx`delete from signatures where owner_id = ${tx.owner}`;
  return removed.count === 1;
}
