import type { ChargesQuery, ChargeTotals } from '#contract/charge-summaries';
import type { Charge } from '#contract/charges';
import { fold } from '#contract/fold';
import { searchWords } from '#contract/patient-search';
import { compactRut, searchedRut } from '#contract/rut';
import { type Owner, todayOf } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { OwnerSql } from '#server/platform/database/database';
import { type ChargeFilter, sumCharges } from './charge-list.store.ts';
import { type ChargeReadDeps, type ChargeRecord, readCharges, toCharges } from './charge-records.service.ts';

type ListDeps = Pick<Deps, 'tenantRead' | 'now'> & ChargeReadDeps;

interface ChargeList {
  charges: Charge[];
  totals: ChargeTotals;
  total: number;
  due: number;
}

/** A page of the charges, with the sums over all pages. */
export function listCharges(
  deps: ListDeps,
  owner: Owner,
  { search, page, limit, ...asked }: ChargesQuery,
): Promise<ChargeList> {
  const today = todayOf(owner, deps.now());
  return deps.tenantRead(owner.id, async (db) => {
    const filter: ChargeFilter = search ? { ...asked, ids: await idsWithWords(db, deps, asked, search) } : asked;
    const window = { limit, offset: (page - 1) * limit };
    const [records, sums] = await Promise.all([readCharges(db, deps, filter, window), sumCharges(db, filter, today)]);
    return { charges: await toCharges(db, deps, owner, records), ...sums };
  });
}

const SEARCHED_AT_ONCE = 500;

/** Concepts and references are encrypted, so charges are searched here, a part in memory at a time. */
async function idsWithWords(
  db: OwnerSql,
  deps: Pick<Deps, 'cipher'>,
  filter: ChargeFilter,
  search: string,
): Promise<string[]> {
  const isFound = matcherOf(search);
  const ids: string[] = [];
  let after: ChargeRecord | undefined;
  for (;;) {
    const records = await readCharges(db, deps, filter, { limit: SEARCHED_AT_ONCE, after });
    ids.push(...records.filter(isFound).map(({ id }) => id));
    if (records.length < SEARCHED_AT_ONCE) return ids;
    after = records.at(-1);
  }
}

/** Whether a charge has each word, or its patient the RUT. */
function matcherOf(search: string): (charge: ChargeRecord) => boolean {
  const words = searchWords(search);
  const rut = searchedRut(search);
  return ({ patient, concept, invoiceNumber, payments }) => {
    const references = payments.map(({ reference }) => reference ?? '');
    const texts = [patient.name, patient.socialName ?? '', concept ?? '', invoiceNumber ?? '', ...references];
    const text = fold(texts.join(' '));
    const number = compactRut(patient.rut);
    // A RUT is compared from its beginning, so that the folio of a boleta finds few of them.
    const hasWord = (word: { name: string; rut: string }) => text.includes(word.name) || number.startsWith(word.rut);
    return words.every(hasWord) || (rut !== '' && number.startsWith(rut));
  };
}
