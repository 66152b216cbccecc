import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import type { ClinicalNote } from '#contract/clinical-notes';
import { currentMedication } from '#contract/current-medication';
import { formatDay } from '#contract/days';
import { fold } from '#contract/fold';
import { medicineWithStrength } from '#contract/prescriptions';
import type { ConfirmPrescriptions } from '#web/clinical-notes/allergy-question.tsx';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { loadNote } from '#web/clinical-notes/clinical-notes.queries.ts';
import { addPrescriptions } from '#web/clinical-notes/note-rules.ts';
import { prescriptionValues } from '#web/clinical-notes/prescription-fields.ts';
import { SummaryPart } from '#web/clinical-notes/summary/summary-part.tsx';
import { useTimeZone, useToday } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';

interface Props {
  form: NoteForm;
  notes: readonly ClinicalNote[];
  confirmPrescriptions: ConfirmPrescriptions;
}

type Prescription = ClinicalNote['prescriptions'][number];

/** One press copies a prescription to this note, after the same question about allergies as a typed one. */
export function CurrentMedication({ form, notes, confirmPrescriptions }: Props) {
  const listed = useWatch({ control: form.control, name: 'prescriptions' });
  const medicines = currentMedication(notes, { today: useToday(), timeZone: useTimeZone() });
  const repeat = useRepeat(form, notes, confirmPrescriptions);
  if (medicines.length === 0) return null;
  const isListed = ({ medicamento }: Prescription) => listed.some((one) => fold(one.medicamento) === fold(medicamento));
  return (
    <SummaryPart title="Medicación actual">
      <ul className="space-y-2">
        {medicines.map(({ prescription, day }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two prescriptions may be equal, and the list does not change
          <li key={at} className="flex items-start justify-between gap-2">
            <div className="min-w-0 break-words">
              <p className="font-semibold">{medicineWithStrength(prescription)}</p>
              <p className="text-fine text-muted">{doseText(prescription, day)}</p>
            </div>
            <RepeatButton
              medicine={prescription.medicamento}
              isListed={isListed(prescription)}
              isBusy={repeat.isPending}
              onRepeat={() => repeat.mutate(prescription)}
            />
          </li>
        ))}
      </ul>
    </SummaryPart>
  );
}

/** '1 comprimido · Cada 12 horas · 04/11/2026' */
const doseText = ({ dosis, posologia }: Prescription, day: string): string =>
  [dosis, posologia, formatDay(day)].filter(Boolean).join(' · ');

/** The list of notes shortens texts, so the whole note is loaded before its prescription is repeated. */
function useRepeat(form: NoteForm, notes: readonly ClinicalNote[], confirm: ConfirmPrescriptions) {
  return useMutation({
    mutationFn: async (prescription: Prescription) => {
      const listedNote = notes.find(({ prescriptions }) => prescriptions.includes(prescription));
      const at = listedNote?.prescriptions.indexOf(prescription) ?? -1;
      const whole = listedNote && (await loadNote(listedNote._id)).prescriptions[at];
      await addPrescriptions(form, [prescriptionValues(whole ?? prescription)], confirm);
    },
    meta: { failed: 'No se pudo repetir la receta' },
  });
}

interface ButtonProps {
  medicine: string;
  isListed: boolean;
  isBusy: boolean;
  onRepeat: () => void;
}

/** Not disabled when the note has the medicine: the button that was pressed keeps the focus. */
const RepeatButton = ({ medicine, isListed, isBusy, onRepeat }: ButtonProps) => (
  <Button
    look="secondary"
    aria-label={isListed ? `En la nota: ${medicine}` : `Repetir receta de ${medicine}`}
    aria-disabled={isListed || isBusy}
    onClick={() => !isListed && !isBusy && onRepeat()}
    className="shrink-0 px-3 xl:min-h-9"
  >
    {isListed && <Check size={16} aria-hidden="true" />}
    {isListed ? 'En la nota' : 'Repetir'}
  </Button>
);
