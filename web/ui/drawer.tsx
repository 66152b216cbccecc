import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { CloseButton } from '#web/ui/close-button.tsx';
import { OVERLAY_CLASS } from '#web/ui/dialog.tsx';
import { useEscapeLayer } from '#web/ui/escape-layers.ts';

interface Props {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Moves the focus out of it, when it is closed. */
  onCloseAutoFocus: () => void;
  children: ReactNode;
}

/** A panel that slides in from the left. */
export function Drawer({ title, open, onOpenChange, onCloseAutoFocus, children }: Props) {
  useEscapeLayer(() => onOpenChange(false), open);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY_CLASS} />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={onCloseAutoFocus}
          className="drawer fixed inset-y-0 left-0 z-40 w-72 max-w-[85vw] overflow-y-auto border-line border-r bg-surface p-4 shadow-lift outline-none"
        >
          <div className="mb-4 flex items-center justify-between pl-3">
            <Radix.Title className="text-lg">{title}</Radix.Title>
            <CloseButton label="Cerrar menú" />
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
