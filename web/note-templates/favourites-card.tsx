import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { PrescriptionFavourite } from '#contract/prescription-favourites';
import { prescriptionLine, prescriptionValues } from '#web/clinical-notes/prescription-fields.ts';
import {
  FAVOURITES_NOT_LOADED,
  useDeleteFavourite,
  useFavourites,
} from '#web/clinical-notes/presets/presets.queries.ts';
import { PresetList } from '#web/note-templates/preset-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const FavouriteFormDialog = onDemand(
  async () => (await import('#web/clinical-notes/presets/favourite-form-dialog.tsx')).FavouriteFormDialog,
);

export function FavouritesCard() {
  const { data: favourites, isError, refetch } = useFavourites();
  const [edited, setEdited] = useState<PrescriptionFavourite | 'new'>();
  const [deleted, setDeleted] = useState<PrescriptionFavourite>();
  const deletion = useDeleteFavourite();
  const close = () => setDeleted(undefined);
  return (
    <Card
      title="Recetas favoritas"
      action={
        <Button look="secondary" onClick={() => setEdited('new')}>
          <Plus size={18} aria-hidden="true" />
          Agregar favorita
        </Button>
      }
    >
      <p className="mb-4 max-w-prose text-muted">
        Las recetas que indicas a menudo. Se copian en la nota: si después cambias la favorita, tus notas no cambian.
      </p>
      {favourites?.length === 0 && (
        <p>Aún no tienes recetas favoritas. Agrega una aquí, o marca con la estrella una receta de una nota clínica.</p>
      )}
      {favourites && favourites.length > 0 && (
        <PresetList
          label="Recetas favoritas"
          items={favourites}
          content={(favourite) => prescriptionLine(prescriptionValues(favourite))}
          onEdit={setEdited}
          onDelete={setDeleted}
        />
      )}
      {!favourites && isError && <InlineFailure text={FAVOURITES_NOT_LOADED} onRetry={() => void refetch()} />}
      {!favourites && !isError && <Skeleton className="h-16" />}
      {edited && (
        <FavouriteFormDialog
          title={edited === 'new' ? 'Agregar favorita' : 'Editar favorita'}
          favourite={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <ConfirmDialog
          title="¿Eliminar receta favorita?"
          confirmLabel="Sí, eliminar favorita"
          busyLabel="Eliminando..."
          busy={deletion.isPending}
          onConfirm={() => deletion.mutate(deleted._id, { onSettled: close })}
          onCancel={close}
        >
          <p>
            Se eliminará la receta favorita <strong className="text-ink">{deleted.name}</strong>. Tus notas no cambian.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
