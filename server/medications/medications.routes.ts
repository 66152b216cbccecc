import { searchMedications } from '#contract/medications';
import type { Owner } from '#server/auth/owner';
import type { Bind } from '#server/platform/http/bind';
import { createMedicationSearch } from './medication-list.ts';

export function medicationsRoutes(bind: Bind<Owner>): void {
  const find = createMedicationSearch();
  bind(searchMedications, async ({ query }) => find(query.query ?? ''));
}
