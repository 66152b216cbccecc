import { Button } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';

interface Props {
  /** 'Esta nota': what it is about. */
  what: string;
  mine: string;
  theirs: string;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Another window was quicker. Nothing of either version goes without having been seen. */
export function OvertakenDialog({ what, mine, theirs, onKeepMine, onTakeTheirs, onClose }: Props) {
  return (
    <Dialog
      title={`${what} cambió en otra ventana`}
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

interface FinalizedProps {
  /** 'Esta nota ya fue finalizada' */
  title: string;
  mine: string;
  /** 'Ver nota finalizada' */
  openLabel: string;
  onOpen: () => void;
  onClose: () => void;
}

/** The same when nothing can be changed any more. */
export function FinalizedElsewhereDialog({ title, mine, openLabel, onOpen, onClose }: FinalizedProps) {
  return (
    <Dialog
      title={title}
      description="Se finalizó en otra ventana y ya no puede cambiar. Si aún necesitas lo que escribiste aquí, cópialo."
      onClose={onClose}
    >
      <CopyText label="Lo que escribiste aquí" text={mine} copyLabel="Copiar lo mío" />
      <DialogActions>
        <Button onClick={onOpen}>{openLabel}</Button>
      </DialogActions>
    </Dialog>
  );
}
