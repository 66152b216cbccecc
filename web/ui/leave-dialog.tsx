import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts';

interface Props {
  busy: boolean;
  onStay: () => void;
  onLeave: () => void;
  onSave: () => void;
}

/** Asks before a page with unsaved changes is left. */
export function LeaveDialog({ busy, onStay, onLeave, onSave }: Props) {
  return (
    <ConfirmDialog
      title="¿Salir sin guardar?"
      cancelLabel="Seguir editando"
      confirmLabel="Salir sin guardar"
      busy={busy}
      onConfirm={onLeave}
      onCancel={onStay}
      safeAction={
        <Button disabled={busy} onClick={ignoreDoubleClick(onSave)}>
          {busy ? 'Guardando...' : 'Guardar y salir'}
        </Button>
      }
    >
      <p>Hay cambios que aún no se han guardado.</p>
    </ConfirmDialog>
  );
}
