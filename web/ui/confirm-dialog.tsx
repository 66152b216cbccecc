import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { OVERLAY_CLASS, PANEL_CLASS } from '#web/ui/dialog.tsx';
import { useEscapeLayer } from '#web/ui/escape-layers.ts';
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';

interface Props {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  busyLabel?: string;
  cancelLabel?: string;
  busy?: boolean;
  /** The confirmed action loses no data: its button is not red. */
  harmless?: boolean;
  /** A third button, for an alternative that loses no data. */
  safeAction?: ReactNode;
  /** Gets the focus when the button that opened the dialog was removed. By default the content of the page does. */
  focusFallback?: () => Element | null | undefined;
  /** What the cancel button does besides closing. The Escape key only closes. */
  onCancelPressed?: () => void;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before an action that is hard to undo. Cannot be closed while busy. */
export function ConfirmDialog(props: Props) {
  const {
    title,
    children,
    confirmLabel,
    busyLabel = confirmLabel,
    cancelLabel = 'Cancelar',
    busy = false,
    harmless = false,
    safeAction,
    focusFallback,
    onCancelPressed,
    onConfirm,
    onCancel,
  } = props;
  const returnFocus = useReturnFocus(focusFallback);
  const closeUnlessBusy = () => !busy && onCancel();
  useEscapeLayer(closeUnlessBusy);
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && closeUnlessBusy()}>
      <AlertDialog.Portal>
        {/* The second click of a double click falls on the overlay, and must not take the focus from the dialog. */}
        <AlertDialog.Overlay className={OVERLAY_CLASS} onMouseDown={(event) => event.preventDefault()} />
        <AlertDialog.Content
          onCloseAutoFocus={returnFocus}
          className={`${PANEL_CLASS} ${safeAction ? 'max-w-xl' : 'max-w-md'}`}
        >
          <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-2 space-y-2 text-muted">{children}</div>
          </AlertDialog.Description>
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <AlertDialog.Cancel asChild>
              <Button look="secondary" disabled={busy} onClick={onCancelPressed}>
                {cancelLabel}
              </Button>
            </AlertDialog.Cancel>
            <Button look={harmless ? 'primary' : 'danger'} disabled={busy} onClick={ignoreDoubleClick(onConfirm)}>
              {busy ? busyLabel : confirmLabel}
            </Button>
            {safeAction}
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
