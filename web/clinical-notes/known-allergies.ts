import { addedTo, medicineOf } from '#contract/added-prescriptions';

type Medicines = Parameters<typeof addedTo>[0];

/** The allergies that an editor showed, and asked about, when each prescription was added. */
export function createKnownAllergies() {
  const textOf = new Map<string, string>();
  return {
    remember(added: Medicines, allergies: string | null): void {
      for (const item of added) textOf.set(medicineOf(item), allergies ?? '');
    },
    /**
     * For a save that makes `after` of `before`. Undefined when they were not the same for everything that it adds, or are
     * not known, as after a reload: then finalising asks.
     */
    whenAdded(before: Medicines = [], after: Medicines | null = []): string | undefined {
      const texts = new Set(addedTo(before, after ?? []).map((item) => textOf.get(medicineOf(item))));
      return texts.size === 1 ? [...texts][0] : undefined;
    },
  };
}
