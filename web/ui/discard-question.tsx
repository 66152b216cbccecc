import { useState } from 'react';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface Props {
  hasText: () => boolean;
  onLeave: () => void;
}

/**
 * Asks before typed text is discarded. `leave` closes a dialog without text at once. The panel is part of the module of
 * the dialog, because it must be able to ask while the server does not answer.
 */
export function useDiscardQuestion({ hasText, onLeave }: Props) {
  const [isAsking, setAsking] = useState(false);
  return {
    leave: () => (hasText() ? setAsking(true) : onLeave()),
    question: isAsking && (
      <ConfirmDialog
        title="¿Descartar los cambios?"
        cancelLabel="Seguir editando"
        confirmLabel="Descartar"
        onConfirm={onLeave}
        onCancel={() => setAsking(false)}
      >
        <p>Lo que escribiste aún no se ha guardado.</p>
      </ConfirmDialog>
    ),
  };
}
