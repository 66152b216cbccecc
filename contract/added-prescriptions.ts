interface Medicine {
  medicamento: string;
  dci?: string | null | undefined;
}

/** Identifies a prescription by its medicine, as it is stored. The same medicine with another dose is the same. */
export const medicineOf = ({ medicamento, dci }: Medicine): string =>
  `${medicamento.trim()}\n${dci?.trim() ?? ''}`.normalize();

/** The prescriptions that a save adds. Equal ones count as often as they are listed. */
export function addedTo<Item extends Medicine>(before: readonly Medicine[], after: readonly Item[]): Item[] {
  const left = before.map(medicineOf);
  return after.filter((item) => {
    const at = left.indexOf(medicineOf(item));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
