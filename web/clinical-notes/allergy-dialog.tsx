import type { ReactNode } from 'react';
import { allergyMatches, matchesText } from '#contract/allergies';
import { reviewPrescriptions } from '#contract/allergy-warnings';
import type { ClinicalNote } from '#contract/clinical-notes';
import type { Patient } from '#contract/patients';
import type { ConfirmFinalizing, Medicine } from '#web/clinical-notes/allergy-question.tsx';
import { call } from '#web/platform/api.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { Ask } from '#web/ui/use-question.tsx';

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
export function allergiesConcerning(allergies: string | null | undefined, items: readonly Medicine[]): string[] {
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
  <ConfirmDialog
    title="Posible alergia"
    cancelLabel="Revisar"
    confirmLabel={confirmLabel}
    onCancel={() => onAnswer(false)}
    onConfirm={() => onAnswer(true)}
  >
    {children}
  </ConfirmDialog>
);
