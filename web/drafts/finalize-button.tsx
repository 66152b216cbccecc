import type { UseMutationResult } from '@tanstack/react-query';
import { BusyButton } from '#web/ui/busy-button.tsx';

interface Props {
  id: string;
  finalize: UseMutationResult<unknown, Error, string>;
  onDone: () => void;
}

/** Finalises from a list. The button goes with the draft; the focus that was on it stays with the entry. */
export function FinalizeButton({ id, finalize, onDone }: Props) {
  return (
    <BusyButton
      look="secondary"
      label="Guardar definitivamente"
      busy={finalize.isPending}
      busyLabel="Finalizando..."
      onPress={() => finalize.mutate(id, { onSuccess: onDone })}
    />
  );
}
