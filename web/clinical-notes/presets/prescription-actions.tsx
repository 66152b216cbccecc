import { Star } from 'lucide-react';
import { useState } from 'react';
import type { ConfirmPrescriptions } from '#web/clinical-notes/allergy-question.tsx';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { addPrescriptions } from '#web/clinical-notes/note-rules.ts';
import type { PrescriptionValues } from '#web/clinical-notes/prescription-fields.ts';
import { Button } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const FavouritesDialog = onDemand(
  async () => (await import('#web/clinical-notes/presets/favourites-dialog.tsx')).FavouritesDialog,
);
const RepeatDialog = onDemand(async () => (await import('#web/clinical-notes/presets/repeat-dialog.tsx')).RepeatDialog);
const FavouriteFormDialog = onDemand(
  async () => (await import('#web/clinical-notes/presets/favourite-form-dialog.tsx')).FavouriteFormDialog,
);

interface Props {
  form: NoteForm;
  patientId: string;
  confirmPrescriptions: ConfirmPrescriptions;
}

/** Prescriptions from elsewhere. They are copied, after the same question about allergies as typed ones. */
export function PrescriptionActions({ form, patientId, confirmPrescriptions }: Props) {
  const [shown, show] = useState<'favourites' | 'previous'>();
  const close = () => show(undefined);
  const add = (prescriptions: PrescriptionValues[]) => void addPrescriptions(form, prescriptions, confirmPrescriptions);
  return (
    <>
      <Button look="ghost" onClick={() => show('favourites')}>
        Favoritas
      </Button>
      <Button look="ghost" onClick={() => show('previous')}>
        Repetir receta anterior
      </Button>
      {shown === 'favourites' && <FavouritesDialog form={form} onAdd={add} onClose={close} />}
      {shown === 'previous' && <RepeatDialog patientId={patientId} onAdd={add} onClose={close} />}
    </>
  );
}

export function FavouriteButton({ prescription }: { prescription: PrescriptionValues }) {
  const [isShown, show] = useState(false);
  return (
    <>
      <Button
        look="ghost"
        size="icon"
        onClick={() => show(true)}
        aria-label={`Guardar como favorita la receta de ${prescription.medicamento}`}
        className="shrink-0"
      >
        <Star size={18} aria-hidden="true" />
      </Button>
      {isShown && (
        <FavouriteFormDialog title="Guardar como favorita" prescription={prescription} onClose={() => show(false)} />
      )}
    </>
  );
}
