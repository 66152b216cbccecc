import type { ChargesQuery, ChargeTotals } from '#contract/charge-summaries';
import type { Charge } from '#contract/charges';
import { fold } from '#contract/fold';
import { type SearchWord, searchWords } from '#contract/patient-search';
import { compactRut, searchedRut } from '#contract/rut';
import { type Owner, todayOf } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { OwnerSql } from '#server/platform/database/database';
import { type ChargeFilter, sumCharges } from './charge-list.store.ts';
import { type ChargeReadDeps, readCharges, toCharges } from './charge-records.service.ts';
import { type SearchedCharge, searchedCharges, textsOfCharges } from './searched-charges.store.ts';

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

const SEARCHED_AT_ONCE = 2000;

/**
 * Concepts and references are encrypted, so charges are searched here, a part in memory at a time. Only the charges that
 * name, RUT and folio do not match are decrypted.
 */
async function idsWithWords(
  db: OwnerSql,
  { cipher }: Pick<Deps, 'cipher'>,
  filter: ChargeFilter,
  search: string,
): Promise<string[]> {
  const isFound = matcherOf(search);
  const ids: string[] = [];
  let after: SearchedCharge | undefined;
  for (;;) {
    const charges = await searchedCharges(db, filter, { limit: SEARCHED_AT_ONCE, after });
    const undecided = charges.filter((charge) => !isFound(charge, []));
    const texts = await textsOfCharges(db, undecided, cipher);
    const found = charges.filter((charge) => isFound(charge, texts.get(charge.id) ?? []));
    ids.push(...found.map(({ id }) => id));
    if (charges.length < SEARCHED_AT_ONCE) return ids;
    after = charges.at(-1);
  }
}

/** Whether a charge has each word, or its patient the RUT. */
function matcherOf(search: string): (charge: SearchedCharge, decrypted: readonly string[]) => boolean {
  const words = searchWords(search);
  const whole = searchedRut(search);
  return ({ name, socialName, rut, invoiceNumber }, decrypted) => {
    const text = fold([name, socialName ?? '', invoiceNumber ?? '', ...decrypted].join(' '));
    const number = compactRut(rut);
    // A RUT is compared from its beginning, so that the folio of a boleta finds few of them.
    const hasWord = (word: SearchWord) => text.includes(word.name) || number.startsWith(word.rut);
    return words.every(hasWord) || (whole !== '' && number.startsWith(whole));
  };
}
