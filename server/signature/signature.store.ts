import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';

const placeOf = (owner: string) => ({ table: 'signatures', column: 'image', owner, row: owner });

export interface SignatureSettings {
  useInPrescriptions: boolean;
}

/** Undefined when there is no signature. */
export async function settingsOf(db: OwnerSql): Promise<SignatureSettings | undefined> {
  const [row] = await db<[SignatureSettings?]>`
    select use_in_prescriptions as "useInPrescriptions" from signatures where owner_id = ${db.owner}`;
  return row;
}

export interface StoredSignature {
  image: Buffer;
  hash: Buffer;
}

export async function findSignature(db: OwnerSql, cipher: FieldCipher): Promise<StoredSignature | undefined> {
  const [row] = await db<[StoredSignature?]>`
    select image, image_hash as hash from signatures where owner_id = ${db.owner}`;
  return row && { ...row, image: cipher.decryptBytes(row.image, placeOf(db.owner)) };
}

/** A new picture keeps the choice of the one before; the first is used until its owner says otherwise. */
export async function keepSignature(
  tx: OwnerTx,
  signature: StoredSignature,
  cipher: FieldCipher,
  at: Date,
): Promise<void> {
  const image = cipher.encryptBytes(signature.image, placeOf(tx.owner));
  await tx`
    insert into signatures (owner_id, image, image_hash, use_in_prescriptions, updated_at)
    values (${tx.owner}, ${image}, ${signature.hash}, true, ${at})
    on conflict (owner_id) do update set image = excluded.image, image_hash = excluded.image_hash, updated_at = ${at}`;
}

/** False when there is none. */
export async function useSignature(tx: OwnerTx, isUsed: boolean, at: Date): Promise<boolean> {
  const changed = await tx`
    update signatures set use_in_prescriptions = ${isUsed}, updated_at = ${at} where owner_id = ${tx.owner}`;
  return changed.count === 1;
}

/** False when there is none. */
export async function removeSignature(tx: OwnerTx): Promise<boolean> {
  const removed = await tx`delete from signatures where owner_id = ${tx.owner}`;
  return removed.count === 1;
}
