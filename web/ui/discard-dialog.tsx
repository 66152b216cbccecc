import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface Props {
  onDiscard: () => void;
  onStay: () => void;
}

/** Asks before typed text is discarded. */
export function DiscardDialog({ onDiscard, onStay }: Props) {
  return (
    <ConfirmDialog
      title="¿Descartar los cambios?"
      cancelLabel="Seguir editando"
      confirmLabel="Descartar"
      onConfirm={onDiscard}
      onCancel={onStay}
    >
      <p>Lo que escribiste aún no se ha guardado.</p>
    </ConfirmDialog>
  );
}
