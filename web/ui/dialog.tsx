import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { CloseButton } from '#web/ui/close-button.tsx';
import { useEscapeLayer } from '#web/ui/escape-layers.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';

export const OVERLAY_CLASS = 'veil fixed inset-0 z-40 bg-[oklch(0.19_0.022_235/0.55)]';
export const PANEL_CLASS =
  'panel fixed top-1/2 left-1/2 z-40 max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-card border border-line bg-surface p-6 shadow-lift outline-none';

interface Props {
  title: string;
  description?: string | undefined;
  /** For a form in two columns; 'very' for a table. */
  wide?: boolean | 'very';
  onClose: () => void;
  children: ReactNode;
}

function widthOf(wide: boolean | 'very'): string {
  if (wide === 'very') return 'max-w-5xl';
  return wide ? 'max-w-3xl' : 'max-w-xl';
}

export function Dialog({ title, description, wide = false, onClose, children }: Props) {
  const returnFocus = useReturnFocus();
  useEscapeLayer(onClose);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY_CLASS} />
        <Radix.Content
          onCloseAutoFocus={returnFocus}
          className={`${PANEL_CLASS} scroll-pb-28 ${widthOf(wide)}`}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="text-xl">{title}</Radix.Title>
            <CloseButton label="Cerrar" className="-mt-2 -mr-2" />
          </div>
          {description && (
            <Radix.Description className="wrap-anywhere mt-1 text-muted">{description}</Radix.Description>
          )}
          <div className="mt-5">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
