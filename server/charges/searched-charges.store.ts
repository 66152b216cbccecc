import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';
import { type ChargeFilter, isBefore, isListed, type Position } from './charge-list.store.ts';
import { referencesOfCharges } from './charge-payments.store.ts';
import { encryptionContext } from './charges.store.ts';

/** What a search looks at without decrypting, and the concept, still encrypted. */
export interface SearchedCharge extends Position {
  name: string;
  socialName: string | null;
  rut: string;
  invoiceNumber: string | null;
  concept: Buffer;
}

/** A part of the charges, the last ones first. */
export function searchedCharges(
  db: OwnerSql,
  filter: ChargeFilter,
  { limit, after }: { limit: number; after: Position | undefined },
): Promise<SearchedCharge[]> {
  return db<SearchedCharge[]>`
    select c.id, c.date, coalesce(p.name, c.patient_name) as name, p.social_name as "socialName",
           coalesce(p.rut, c.patient_rut) as rut, c.invoice_number as "invoiceNumber", c.concept
      from (select c.* from charges c
             where ${isListed(db.owner, filter)} ${after ? isBefore(db.owner, after) : fragment``}
             order by c.date desc, c.created_at desc, c.id desc limit ${limit}) c
      left join patients p on p.owner_id = ${db.owner} and p.id = c.patient_id
     order by c.date desc, c.created_at desc, c.id desc`;
}

/** The concepts of charges and the references of their payments. A text that cannot be decrypted is left out. */
export async function textsOfCharges(
  db: OwnerSql,
  charges: readonly Pick<SearchedCharge, 'id' | 'concept'>[],
  cipher: FieldCipher,
): Promise<Map<string, string[]>> {
  const concepts = charges.map(({ id, concept }) => ({
    id,
    text: cipher.tryDecrypt(concept, encryptionContext(db.owner, id, 'concept')),
  }));
  const references = await referencesOfCharges(
    db,
    charges.map(({ id }) => id),
    cipher,
  );
  const texts = new Map(concepts.map(({ id, text }) => [id, text === undefined ? [] : [text]]));
  for (const { chargeId, reference } of references) if (reference !== undefined) texts.get(chargeId)?.push(reference);
  return texts;
}
