import type { ReactNode } from 'react';
import { allergyMatches, matchesText } from '#contract/allergies';
import { reviewPrescriptions } from '#contract/allergy-warnings';
import type { ClinicalNote } from '#contract/clinical-notes';
import type { Patient } from '#contract/patients';
import { call } from '#web/platform/api.ts';
import type { ApiError } from '#web/platform/api-error.ts';
import { ConfirmPanel } from '#web/ui/confirm-panel.tsx';

/** What the rule about allergies reads of a medicine. */
export interface Medicine {
  medicamento: string;
  dci?: string | undefined;
}

/**
 * Asks again after the server has refused to finalise a note: allergies that may concern its prescriptions were
 * recorded after the prescriptions were added. True when the person finalises it anyway.
 */
export type ConfirmFinalizing = (refusal: ApiError, note: ClinicalNote) => Promise<boolean>;

/** Shows a dialog until it is answered. */
export type Ask = (dialogWith: (answer: (isConfirmed: boolean) => void) => ReactNode) => Promise<boolean>;

/** The question for everything that adds prescriptions to a note of the patient. */
export async function confirmPrescriptions(
  ask: Ask,
  { _id: patientId, allergies }: Patient,
  items: readonly Medicine[],
): Promise<boolean> {
  const matches = allergiesConcerning(allergies, items);
  if (matches.length === 0) return true;
  const isConfirmed = await ask((answer) => (
    <AllergyDialog confirmLabel="Agregar de todas formas" onAnswer={answer}>
      <p>
        {INTRODUCTION} {matches.join(', ')}
      </p>
    </AllergyDialog>
  ));
  if (!isConfirmed) recordReview(patientId, items);
  return isConfirmed;
}

/** The question for everything that finalises a note. */
export async function confirmFinalizing(
  ask: Ask,
  patientId: string,
  ...[{ details }, note]: Parameters<ConfirmFinalizing>
): Promise<boolean> {
  const isConfirmed = await ask((answer) => (
    <AllergyDialog confirmLabel="Finalizar de todas formas" onAnswer={answer}>
      <p>{INTRODUCTION}</p>
      <ul className="list-disc pl-5">
        {details.map(({ field, message }) => (
          <li key={field}>{message}</li>
        ))}
      </ul>
    </AllergyDialog>
  ));
  if (!isConfirmed) recordReview(patientId, prescriptionsNamed(details, note));
  return isConfirmed;
}

const INTRODUCTION = 'El paciente tiene registrada una alergia que podría relacionarse:';

/** The recorded allergies that may concern the medicines, in words. */
export function allergiesConcerning(allergies: string | null, items: readonly Medicine[]): string[] {
  const matches = items.flatMap((item) => allergyMatches(allergies, item));
  return [...new Set(matches.map((match) => matchesText([match])))];
}

/** The prescriptions in the details of a refusal: 'prescriptions.0' is the first one. */
const prescriptionsNamed = (details: readonly { field: string }[], { prescriptions }: ClinicalNote) =>
  details.flatMap(({ field }) => prescriptions[Number(field.split('.')[1])] ?? []);

/**
 * Records the review in the access log. Nobody waits for it. A failure is ignored, because no prescription was added.
 */
function recordReview(patientId: string, items: readonly Medicine[]): void {
  const prescriptions = items.map(({ medicamento, dci }) => ({ medicamento, dci }));
  call(reviewPrescriptions, { params: { id: patientId }, body: { prescriptions } }).catch(() => undefined);
}

interface DialogProps {
  confirmLabel: string;
  onAnswer: (isConfirmed: boolean) => void;
  children: ReactNode;
}

const AllergyDialog = ({ confirmLabel, onAnswer, children }: DialogProps) => (
  <ConfirmPanel
    title="Posible alergia"
    cancelLabel="Revisar"
    confirmLabel={confirmLabel}
    onCancel={() => onAnswer(false)}
    onConfirm={() => onAnswer(true)}
  >
    {children}
  </ConfirmPanel>
);
