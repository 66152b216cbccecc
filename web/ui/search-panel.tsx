import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { CloseButton } from '#web/ui/close-button.tsx';
import { OVERLAY_CLASS } from '#web/ui/dialog.tsx';
import { useEscapeLayer } from '#web/ui/escape-layers.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { CONTENT_ID } from '#web/ui/skip-link.tsx';

interface Props {
  title: string;
  input: ReactNode;
  /** Something was chosen, so the focus does not return to where it was. */
  isDone: () => boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Radix would select what was typed before, and the next letter would replace it. */
function focusInput(event: Event): void {
  const input = event.target instanceof Element && event.target.querySelector('input');
  if (!input) return;
  event.preventDefault();
  input.focus();
  input.setSelectionRange(input.value.length, input.value.length);
}

/** A dialog near the top of the screen that begins with a search box. */
export function SearchPanel({ title, input, isDone, onClose, children }: Props) {
  const returnFocus = useReturnFocus();
  useEscapeLayer(onClose);
  const moveFocus = (event: Event) => {
    event.preventDefault();
    if (!isDone()) return returnFocus();
    // Another dialog may have the focus by now.
    if (document.activeElement === document.body) document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  };
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY_CLASS} />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focusInput}
          onCloseAutoFocus={moveFocus}
          className="panel fixed top-3 left-1/2 z-40 flex max-h-[calc(100dvh-1.5rem)] w-[calc(100%-1.5rem)] max-w-xl -translate-x-1/2 flex-col rounded-card border border-line bg-surface p-3 shadow-lift outline-none sm:top-[12vh] sm:max-h-[76vh]"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          <div className="flex items-center gap-1">
            <div className="min-w-0 flex-1">{input}</div>
            <CloseButton label="Cerrar la búsqueda" />
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
