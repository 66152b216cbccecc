import { useId } from 'react';
import { Button } from '#web/ui/button.tsx';

interface Props {
  label: string;
  /** Why it cannot be sent. */
  obstacle: string | undefined;
  isBusy: boolean;
  onPress: () => void;
}

/** Not disabled: the user can still focus it and hear the reason. */
export function SendButton({ label, obstacle: reason, isBusy, onPress }: Props) {
  const reasonId = useId();
  const isUsable = reason === undefined && !isBusy;
  return (
    <div>
      <Button
        look="secondary"
        aria-disabled={!isUsable}
        aria-describedby={reason && reasonId}
        onClick={() => isUsable && onPress()}
        className="w-full aria-disabled:cursor-not-allowed"
      >
        {isBusy ? 'Enviando...' : label}
      </Button>
      {reason && (
        <p id={reasonId} className="wrap-anywhere mt-1 text-muted text-sm">
          {reason}
        </p>
      )}
    </div>
  );
}
