import { Button } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';

interface ConflictProps {
  /** 'Esta nota' */
  subject: string;
  mine: string;
  theirs: string;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Shows both versions and asks which one to continue with. */
export function ConflictDialog({ subject, mine, theirs, onKeepMine, onTakeTheirs, onClose }: ConflictProps) {
  return (
    <Dialog
      title={`${subject} cambió en otra ventana`}
      description="Lo que escribiste aquí aún no se guarda. Elige con qué versión seguir."
      wide
      onClose={onClose}
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <CopyText label="Lo que escribiste aquí" text={mine} copyLabel="Copiar lo mío" />
        <CopyText label="La otra versión" text={theirs} />
      </div>
      <DialogActions>
        <Button look="secondary" onClick={onTakeTheirs} className="max-sm:flex-1 max-sm:px-2">
          Ver la otra versión
        </Button>
        <Button onClick={onKeepMine} className="max-sm:flex-1 max-sm:px-2">
          Conservar lo mío
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface CopyUnsavedProps {
  /** 'Esta nota ya fue finalizada' */
  title: string;
  /** 'Se finalizó en otra ventana y ya no puede cambiar.' */
  reason?: string;
  mine: string;
  /** 'Ver nota finalizada' */
  continueLabel: string;
  onContinue: () => void;
  onClose: () => void;
}

/** Offers the text for copying when it can no longer be saved. */
export function CopyUnsavedDialog({ title, reason, mine, continueLabel, onContinue, onClose }: CopyUnsavedProps) {
  const advice = 'Si aún necesitas lo que escribiste aquí, cópialo.';
  return (
    <Dialog title={title} description={reason ? `${reason} ${advice}` : advice} onClose={onClose}>
      <CopyText label="Lo que escribiste aquí" text={mine} copyLabel="Copiar lo mío" />
      <DialogActions>
        <Button onClick={onContinue}>{continueLabel}</Button>
      </DialogActions>
    </Dialog>
  );
}
