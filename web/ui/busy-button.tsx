import type { ComponentProps } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts';

interface Props extends Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> {
  label: string;
  busy: boolean;
  busyLabel: string;
  onPress: () => void;
}

/** Ignores presses while busy. Not disabled, because a disabled button loses the focus. */
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
