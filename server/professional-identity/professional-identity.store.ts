import type { IdentityData } from '#contract/professional-identity';
import type { IdentitySql, IdentityTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';
import { namesOf } from '#server/platform/database/transaction';

/** What an account says of its person, and whether an administrator confirmed it. */
export interface StoredIdentity {
  data: IdentityData;
  isConfirmed: boolean;
  /** What was seen in the register. */
  evidence: string | undefined;
}

interface IdentityRow {
  name: string;
  rut: string | null;
  rnpi: string | null;
  profession: IdentityData['profession'] | null;
  isConfirmed: boolean;
  evidence: string | null;
}

const COLUMNS = fragment`name, rut, rnpi, profession, identity_confirmed_at is not null as "isConfirmed",
  identity_evidence as evidence`;

const toIdentity = ({ name, rut, rnpi, profession, isConfirmed, evidence }: IdentityRow): StoredIdentity => ({
  data: { name, rut: rut ?? undefined, rnpi: rnpi ?? undefined, profession: profession ?? undefined },
  isConfirmed,
  evidence: evidence ?? undefined,
});

export async function findIdentity(db: IdentitySql | IdentityTx, id: string): Promise<StoredIdentity | undefined> {
  const [row] = await db<[IdentityRow?]>`select ${COLUMNS} from users where id = ${id}`;
  return row && toIdentity(row);
}

/** Reads the identity and locks it until the end of the transaction. */
export async function lockIdentity(tx: IdentityTx, id: string): Promise<StoredIdentity | undefined> {
  const [row] = await tx<[IdentityRow?]>`select ${COLUMNS} from users where id = ${id} for no key update`;
  return row && toIdentity(row);
}

interface Confirmation {
  by: string;
  at: Date;
  evidence: string;
}

/** False when the same RUT is confirmed for another account. The transaction has then failed. */
export async function confirmIdentity(
  tx: IdentityTx,
  id: string,
  { by, at, evidence }: Confirmation,
): Promise<boolean> {
  try {
    await tx`
      update users
         set identity_confirmed_at = ${at}, identity_confirmed_by = ${by}, identity_evidence = ${evidence}
       where id = ${id}`;
    return true;
  } catch (error) {
    if (namesOf(error).constraint === 'users_confirmed_rut_key') return false;
    throw error;
  }
}

export async function withdrawIdentity(tx: IdentityTx, id: string): Promise<void> {
  await tx`
    update users set identity_confirmed_at = null, identity_confirmed_by = null, identity_evidence = null
     where id = ${id}`;
}

/** Locks the account, so that the answer holds until the transaction ends. */
export async function hasConfirmedEmail(tx: IdentityTx, userId: string): Promise<boolean> {
  const [row] = await tx<[{ confirmed: boolean }?]>`
    select email_confirmed_at is not null as confirmed from users where id = ${userId} for share`;
  return row?.confirmed ?? false;
}
