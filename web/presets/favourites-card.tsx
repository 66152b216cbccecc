import { favouriteSummary } from '#web/clinical-notes/presets/favourite-summary.ts';
import {
  FAVOURITES_NOT_LOADED,
  useDeleteFavourite,
  useFavourites,
} from '#web/clinical-notes/presets/presets.queries.ts';
import { PresetsCard } from '#web/presets/presets-card.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const FavouriteFormDialog = onDemand(
  async () => (await import('#web/clinical-notes/presets/favourite-form-dialog.tsx')).FavouriteFormDialog,
);

export const FavouritesCard = () => (
  <PresetsCard
    title="Recetas favoritas"
    noun="receta favorita"
    shortNoun="favorita"
    description="Las recetas que indicas a menudo. Se copian en la nota: si después cambias la favorita, tus notas no cambian."
    empty="Aún no tienes recetas favoritas. Agrega una aquí, o marca con la estrella una receta de una nota clínica."
    notLoaded={FAVOURITES_NOT_LOADED}
    query={useFavourites()}
    deletion={useDeleteFavourite()}
    content={favouriteSummary}
    form={({ title, preset, onClose }) => <FavouriteFormDialog title={title} favourite={preset} onClose={onClose} />}
  />
);
