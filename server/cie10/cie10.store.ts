import type { Cie10Code } from '#contract/cie10';
import type { CatalogueSql, CatalogueTx } from '#server/platform/database/database';
import { readSearch, type Search, searchedWords } from './cie10-search.ts';
import { commonnessOf } from './common-codes.ts';
import type { CatalogueCode } from './import-plan.ts';

const MOST_FOUND = 30;
/** What the weight of a chapter that stands aside has on top. */
const ASIDE = 4000;
const ABOVE_ANY_WEIGHT = 10_000;
const ONE_AT_A_TIME = 7461628;

/** The codes that have all that was typed, the likeliest first. */
export async function findCodes(db: CatalogueSql, query: string | undefined): Promise<Cie10Code[]> {
  const search = readSearch(query ?? '');
  if (!search) return [];
  const found = await matching(db, search);
  return found.length === 0 && search.otherwise ? matching(db, search.otherwise) : found;
}

async function matching(db: CatalogueSql, search: Search): Promise<Cie10Code[]> {
  const { match, best, code = '', isByCode, isOfBirth } = search;
  // What remains of a weight: nothing where codes are shown in their order.
  const counted = isByCode ? 1 : isOfBirth ? ASIDE : ABOVE_ANY_WEIGHT;
  // Within a select of its own a search is no constant of the plan, and the plan is made once for all of them.
  const rows = await db<Omit<Cie10Code, '_id'>[]>`
    select code, description
      from cie10_codes
     where words @@ (select ${match}::tsquery)
     order by case when code = ${code} then 0
                   when words @@ (select ${best}::tsquery) then 10000
                   else 20000 end
              + weight % ${counted},
           code
     limit ${MOST_FOUND}`;
  return rows.map((row) => ({ _id: row.code, ...row }));
}

export async function codesNamed(db: CatalogueSql, codes: string[]): Promise<Omit<Cie10Code, '_id'>[]> {
  return db<Omit<Cie10Code, '_id'>[]>`select code, description from cie10_codes where code = any (${codes})`;
}

export async function countCodes(db: CatalogueSql): Promise<number> {
  const [row] = await db<[{ count: number }]>`select count(*)::int as count from cie10_codes`;
  return row.count;
}

/** Waits until no other transaction changes the catalogue: for a comparison on which a write depends. */
export async function lockCatalogue(tx: CatalogueTx): Promise<void> {
  await tx`select pg_advisory_xact_lock(${ONE_AT_A_TIME})`;
}

export async function allCodes(tx: CatalogueTx): Promise<CatalogueCode[]> {
  return tx<CatalogueCode[]>`select code, description, source from cie10_codes`;
}

export async function saveCodes(tx: CatalogueTx, codes: CatalogueCode[]): Promise<void> {
  await tx`
    insert into cie10_codes (code, description, source, words, commonness)
    select code, description, source, array_to_tsvector(string_to_array(words, ' ')), commonness
      from unnest(${codes.map(({ code }) => code)}::text[], ${codes.map(({ description }) => description)}::text[],
                  ${codes.map(({ source }) => source)}::text[],
                  ${codes.map(({ code, description }) => searchedWords(code, description).join(' '))}::text[],
                  ${codes.map(({ code }) => commonnessOf(code))}::integer[])
        as one (code, description, source, words, commonness)
    on conflict (code) do update
       set description = excluded.description, source = excluded.source,
           words = excluded.words, commonness = excluded.commonness`;
}
