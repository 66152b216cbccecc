import { searchMedications } from '#contract/medications';
import type { Owner } from '#server/auth/owner';
import type { Bind } from '#server/platform/http/bind';
import { createMedicationSearch } from './medication-list.ts';

export function medicationsRoutes(bind: Bind<Owner>): void {
  // Reading the list takes time, so it is read at the first search.
  let find: ReturnType<typeof createMedicationSearch> | undefined;
  bind(searchMedications, async ({ query }) => {
    find ??= createMedicationSearch();
    return find(query.query ?? '');
  });
}
