import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { depositRecordsAfter, type DepositRecord as StoredRecord } from './deposit-records.store.ts';

export type DepositRecord = StoredRecord;

const DEPOSITS_AT_ONCE = 500;

/** The deposits of a patient, or of all bookings, with their payments, in pages. For exports. */
export async function* pagesOfDeposits(
  deps: Pick<Deps, 'tenantRead' | 'cipher'>,
  owner: Owner,
  patientId?: string,
): AsyncGenerator<DepositRecord[]> {
  let after: string | undefined;
  for (;;) {
    const window = { patientId, after, limit: DEPOSITS_AT_ONCE };
    const page = await deps.tenantRead(owner.id, (db) => depositRecordsAfter(db, window, deps.cipher));
    yield page;
    // A deposit has a record for each of its payments.
    if (new Set(page.map(({ id }) => id)).size < DEPOSITS_AT_ONCE) return;
    after = page.at(-1)?.id;
  }
}
