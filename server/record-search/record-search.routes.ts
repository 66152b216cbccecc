import { searchRecord as endpoint } from '#contract/record-search';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { limitConcurrency } from '#server/platform/limit-concurrency';
import { searchRecord } from './record-search.service.ts';

/** A search reads and decrypts the whole record of a patient. */
const SEARCHES_PER_OWNER = 1;
const WAITING_PER_OWNER = 4;

export function recordSearchRoutes(bind: Bind<Owner>, deps: Deps): void {
  const limited = limitConcurrency(SEARCHES_PER_OWNER, WAITING_PER_OWNER);
  bind(endpoint, ({ owner, params, query, signal }) =>
    limited(owner.id, () => searchRecord(deps, owner, { patientId: params.id, query: query.query, signal })),
  );
}
