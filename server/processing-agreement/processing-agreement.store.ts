import type { z } from 'zod';
import type { Acceptance, AccountAgreement, listProcessingAgreements } from '#contract/processing-agreement';
import type { AdminSql, OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

interface AcceptanceRow {
  version: string;
  accepted_at: Date;
}

const toAcceptance = ({ version, accepted_at: at }: AcceptanceRow): Acceptance => ({
  version,
  acceptedAt: at.toISOString(),
});

/** The last one first. */
export async function acceptances(db: OwnerSql): Promise<Acceptance[]> {
  const rows = await db<AcceptanceRow[]>`
    select version, accepted_at from processing_agreements
     where owner_id = ${db.owner} order by accepted_at desc, version desc`;
  return rows.map(toAcceptance);
}

/** False when the version was accepted before: the first acceptance counts. */
export async function storeAcceptance(tx: OwnerTx, { version, at }: { version: string; at: Date }): Promise<boolean> {
  const { count } = await tx`
    insert into processing_agreements (owner_id, version, accepted_at) values (${tx.owner}, ${version}, ${at})
    on conflict (owner_id, version) do nothing`;
  return count > 0;
}

type Listing = z.output<NonNullable<typeof listProcessingAgreements.query>>;

/** Deleted accounts are left out, and assistants, whose professional has the contract. */
const matching = (search: Listing['search']) =>
  search === undefined
    ? fragment`u.closed_at is null and u.role <> 'assistant'`
    : fragment`u.closed_at is null and u.role <> 'assistant' and u.search_text like like_pattern(${search})`;

export async function countAgreements(db: AdminSql, search: Listing['search']): Promise<{ total: number }> {
  const [row] = await db<[{ total: number }]>`select count(*)::int as total from users u where ${matching(search)}`;
  return row;
}

/** A page of the accounts, by name. */
export async function agreementsOn(db: AdminSql, { search, page, limit }: Listing): Promise<AccountAgreement[]> {
  const users = await db<{ id: string; name: string; email: string; role: AccountAgreement['user']['role'] }[]>`
    select u.id, u.name, u.email, u.role from users u
     where ${matching(search)}
     order by u.folded_name, u.id limit ${limit} offset ${(page - 1) * limit}`;
  const rows = await db<(AcceptanceRow & { owner_id: string })[]>`
    select owner_id, version, accepted_at from processing_agreements
     where owner_id = any (${users.map(({ id }) => id)}::uuid[])
     order by accepted_at desc, version desc`;
  const byOwner = Map.groupBy(rows, (row) => row.owner_id);
  return users.map(({ id, ...user }) => ({
    user: { _id: id, ...user },
    history: (byOwner.get(id) ?? []).map(toAcceptance),
  }));
}
