import type { Cie10Code } from '#contract/cie10';
import { ADVISORY_LOCKS } from '#server/platform/database/advisory-locks';
import type { CatalogueSql, CatalogueTx } from '#server/platform/database/database';
import { indexedWords, readSearch, type Search } from './cie10-search.ts';
import { commonRankOf } from './common-codes.ts';
import type { CatalogueCode } from './import-plan.ts';

const MAX_RESULTS = 30;
/** The weight column adds this to codes of the chapters that are ranked down: obstetrics, external causes, contacts. */
const LOW_RANK_OFFSET = 4000;
const MAX_WEIGHT = 10_000;

/** The codes that match all words of the query, the most likely first. */
export async function findCodes(db: CatalogueSql, query: string | undefined): Promise<Cie10Code[]> {
  const search = readSearch(query ?? '');
  if (!search) return [];
  const found = await matching(db, search);
  return found.length === 0 && search.fallback ? matching(db, search.fallback) : found;
}

async function matching(db: CatalogueSql, search: Search): Promise<Cie10Code[]> {
  const { match, preferred, code = '', isByCode, isObstetric } = search;
  // The modulus removes the part of the weight that does not apply: all of it when results are sorted by code.
  const modulus = isByCode ? 1 : isObstetric ? LOW_RANK_OFFSET : MAX_WEIGHT;
  // In a scalar subquery the search is not a constant of the plan, so one generic plan serves every search.
  const rows = await db<Omit<Cie10Code, '_id'>[]>`
    select code, description
      from cie10_codes
     where words @@ (select ${match}::tsquery)
     order by case when code = ${code} then 0
                   when words @@ (select ${preferred}::tsquery) then 10000
                   else 20000 end
              + weight % ${modulus},
           code
     limit ${MAX_RESULTS}`;
  return rows.map((row) => ({ _id: row.code, ...row }));
}

export async function codesNamed(db: CatalogueSql, codes: string[]): Promise<Omit<Cie10Code, '_id'>[]> {
  return db<Omit<Cie10Code, '_id'>[]>`select code, description from cie10_codes where code = any (${codes})`;
}

export async function countCodes(db: CatalogueSql): Promise<number> {
  const [row] = await db<[{ count: number }]>`select count(*)::int as count from cie10_codes`;
  return row.count;
}

/** Serialises the transactions that compare the catalogue with a list and then write. */
export async function lockCatalogue(tx: CatalogueTx): Promise<void> {
  await tx`select pg_advisory_xact_lock(${ADVISORY_LOCKS.cie10})`;
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
                  ${codes.map(({ code, description }) => indexedWords(code, description).join(' '))}::text[],
                  ${codes.map(({ code }) => commonRankOf(code))}::integer[])
        as one (code, description, source, words, commonness)
    on conflict (code) do update
       set description = excluded.description, source = excluded.source,
           words = excluded.words, commonness = excluded.commonness`;
}
