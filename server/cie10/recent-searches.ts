import type { Cie10Code } from '#contract/cie10';

/** The catalogue changes a few times a year. Another process that changed it is noticed after this time. */
const MAX_AGE_MS = 10_000;
/** About 2 MB when full. */
const MAX_SEARCHES = 500;

/**
 * Remembers the results of recent searches: many people type the same words. A search without result is not remembered,
 * so a new catalogue is found at once.
 */
export function createRecentSearches(
  find: (query: string) => Promise<Cie10Code[]>,
  now: () => number = () => performance.now(),
) {
  const searches = new Map<string, { codes: Cie10Code[]; foundAt: number }>();
  // What was read before a change and arrives after it is not remembered.
  let changes = 0;

  return {
    find: async (query: string): Promise<Cie10Code[]> => {
      const recent = searches.get(query);
      if (recent && now() - recent.foundAt < MAX_AGE_MS) return recent.codes;
      const [foundAt, changesBefore] = [now(), changes];
      const codes = await find(query);
      // Moves it to the end: the first search is the oldest one.
      searches.delete(query);
      if (codes.length > 0 && changes === changesBefore) searches.set(query, { codes, foundAt });
      const oldest = searches.size > MAX_SEARCHES ? searches.keys().next().value : undefined;
      if (oldest !== undefined) searches.delete(oldest);
      return codes;
    },
    forget: (): void => {
      changes += 1;
      searches.clear();
    },
  };
}
