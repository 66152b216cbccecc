import type { PrescriptionFavourite } from '#contract/presets';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { rememberFilled } from '#web/clinical-notes/filled-prescription.ts';
import { isStarted, type PrescriptionValues, prescriptionValues } from '#web/clinical-notes/prescription-fields.ts';
import { ChoiceList } from '#web/clinical-notes/presets/choice-list.tsx';
import { favouriteSummary } from '#web/clinical-notes/presets/favourite-summary.ts';
import { FAVOURITES_NOT_LOADED, useFavourites } from '#web/clinical-notes/presets/presets.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface Props {
  form: NoteForm;
  onAdd: (prescriptions: PrescriptionValues[]) => void;
  onClose: () => void;
}

export function FavouritesDialog({ form, onAdd, onClose }: Props) {
  const favourites = useFavourites();
  // Text that is typed there is not replaced.
  const canFill = !isStarted(form.getValues('newPrescription'));
  const add = (favourite: PrescriptionFavourite) => {
    onClose();
    onAdd([prescriptionValues(favourite)]);
  };
  const fill = (favourite: PrescriptionFavourite) => {
    form.clearErrors('newPrescription');
    const values = prescriptionValues(favourite);
    form.setValue('newPrescription', values);
    rememberFilled(form, values);
    onClose();
  };
  return (
    <Dialog
      title="Recetas favoritas"
      description="Se copian en la nota. Puedes agregarlas tal como están o ajustarlas antes."
      onClose={onClose}
    >
      <ChoiceList
        label="Recetas favoritas"
        query={favourites}
        notLoaded={FAVOURITES_NOT_LOADED}
        empty="Aún no tienes recetas favoritas. Agrega una receta a la nota y márcala con la estrella, o créala en la configuración."
        content={favouriteSummary}
        actions={(favourite) => (
          <>
            {canFill && (
              <Button look="ghost" onClick={() => fill(favourite)} aria-label={`Ajustar ${favourite.name}`}>
                Ajustar
              </Button>
            )}
            <Button look="secondary" onClick={() => add(favourite)} aria-label={`Agregar ${favourite.name}`}>
              Agregar
            </Button>
          </>
        )}
      />
    </Dialog>
  );
}
