import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useEscapeLayer } from '#web/ui/escape-layers.ts';

interface Props {
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  align: 'start' | 'end';
  /** A button. The focus returns to it. */
  trigger: ReactNode;
  children: ReactNode;
}

/** A panel beside the button that opens it. Modal, because inside a dialog it would neither scroll nor get the focus. */
export function Popover({ label, open, onOpenChange, align, trigger, children }: Props) {
  useEscapeLayer(() => onOpenChange(false), open);
  return (
    <Radix.Root modal open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={8}
          collisionPadding={12}
          className="panel z-40 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-card border border-line bg-surface p-3 shadow-lift outline-none sm:p-4"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
