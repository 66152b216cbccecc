import type { ClinicalNote } from '#contract/clinical-notes';
import type { ApiError } from '#web/platform/api-error.ts';

/** What the rule about allergies reads of a medicine. */
export interface Medicine {
  medicamento: string;
  dci?: string | undefined;
}

/** Asks before prescriptions are added. True when none may concern a recorded allergy, or the person adds them anyway. */
export type ConfirmPrescriptions = (items: readonly Medicine[]) => Promise<boolean>;

/**
 * Asks again after the server has refused to finalise a note: allergies that may concern its prescriptions were
 * recorded after the prescriptions were added. True when the person finalises it anyway.
 */
export type ConfirmFinalizing = (refusal: ApiError, note: ClinicalNote) => Promise<boolean>;
