import { useDeleteAddendum } from '#web/clinical-notes/addenda.queries.ts';
import { isError } from '#web/platform/api-error.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface Props {
  patientId: string;
  id: string;
  /** Stops saving it, and resolves to true when the server may hold it. */
  pause: () => Promise<boolean>;
  onDeleted: () => void;
  /** It could not be deleted, maybe because it was finalised in another window. */
  onKept: (isFinalized: boolean) => void;
  onCancel: () => void;
}

export function DeleteAddendumDialog({ patientId, id, pause, onDeleted, onKept, onCancel }: Props) {
  const remove = useDeleteAddendum(patientId, id);
  return (
    <ConfirmDialog
      title="¿Eliminar el borrador?"
      cancelLabel="No, mantener"
      confirmLabel="Sí, eliminar"
      busyLabel="Eliminando..."
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(pause, {
          onSuccess: onDeleted,
          onError: (error) => onKept(isError(error, 'ADDENDUM_FINALIZED')),
        })
      }
      onCancel={onCancel}
    >
      <p>Se eliminará permanentemente y no se podrá recuperar. La nota no cambia.</p>
    </ConfirmDialog>
  );
}
