import { useRef } from 'react';
import { Button, type ButtonLook } from '#web/ui/button.tsx';
import { useFocusHeadingAfter } from '#web/ui/focus-heading.ts';

interface Props extends ButtonLook {
  onRetry: () => void;
  className?: string;
}

/** Disappears when the retry begins, and passes the focus to the heading of the loaded content. */
export function RetryButton({ onRetry, look = 'primary', className = '' }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusHeadingAfter(button);
  return (
    <Button ref={button} look={look} onClick={onRetry} className={className}>
      Volver a intentar
    </Button>
  );
}
