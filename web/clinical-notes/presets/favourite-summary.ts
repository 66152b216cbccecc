import { fold } from '#contract/fold';
import type { PrescriptionFavourite } from '#contract/presets';
import { prescriptionLine, prescriptionValues } from '#web/clinical-notes/prescription-fields.ts';

/**
 * A favourite in the two lines of a list. That it is permanent comes first, because the end may be cut off. The substance is
 * left out when the medicine begins with it.
 */
export function favouriteSummary(favourite: PrescriptionFavourite): string {
  const values = prescriptionValues(favourite);
  const isRepeated = `${fold(values.medicamento)} `.startsWith(`${fold(values.dci)} `);
  const { medicamento, permanente, ...rest } = { ...values, dci: isRepeated ? '' : values.dci };
  const heading = prescriptionLine({ ...prescriptionValues({ medicamento }), permanente });
  const details = prescriptionLine({ ...rest, medicamento: '', permanente: false });
  return [heading, details].filter(Boolean).join(' · ');
}
