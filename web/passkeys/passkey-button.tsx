import { Fingerprint } from 'lucide-react';
import { Button, type ButtonLook } from '#web/ui/button.tsx';
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts';

interface Props extends Pick<ButtonLook, 'size'> {
  label: string;
  busy: boolean;
  onPress: () => void;
}

/** Ignores presses while busy. Not disabled, because a disabled button loses the focus. */
export const PasskeyButton = ({ label, busy, onPress, size }: Props) => (
  <Button
    look="secondary"
    {...(size && { size })}
    aria-disabled={busy}
    onClick={ignoreDoubleClick(() => !busy && onPress())}
    className="w-full aria-disabled:cursor-not-allowed"
  >
    <Fingerprint size={18} aria-hidden="true" />
    {label}
  </Button>
);
