import { addedTo, medicineOf } from '#contract/added-prescriptions';

type Medicines = Parameters<typeof addedTo>[0];

/** The allergies that an editor showed, and asked about, when each prescription was added. */
export function createKnownAllergies() {
  const textOf = new Map<string, string>();
  return {
    remember(added: Medicines, allergies: string | null | undefined): void {
      for (const item of added) textOf.set(medicineOf(item), allergies ?? '');
    },
    /**
     * The allergies for a save that changes `before` into `after`. Undefined when they were not the same for all
     * prescriptions that it adds, or are not known, as after a reload. Finalising then asks.
     */
    whenAdded(before: Medicines = [], after: Medicines | null = []): string | undefined {
      const texts = new Set(addedTo(before, after ?? []).map((item) => textOf.get(medicineOf(item))));
      return texts.size === 1 ? [...texts][0] : undefined;
    },
  };
}
