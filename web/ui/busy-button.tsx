import type { ComponentProps } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts';

interface Props extends Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> {
  label: string;
  busy: boolean;
  busyLabel: string;
  onPress: () => void;
}

/** While it is busy it does nothing more, and keeps the focus: what is disabled would lose it. */
export function BusyButton({ label, busy, busyLabel, onPress, className = '', ...rest }: Props) {
  return (
    <Button
      {...rest}
      aria-disabled={busy}
      onClick={ignoreDoubleClick(() => !busy && onPress())}
      className={`aria-disabled:cursor-not-allowed ${className}`}
    >
      {busy ? busyLabel : label}
    </Button>
  );
}
