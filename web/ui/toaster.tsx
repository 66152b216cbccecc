import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { buttonClass } from '#web/ui/button.tsx';
import { closeTopLayer } from '#web/ui/escape-layers.ts';
import { Link } from '#web/ui/navigation.tsx';
import { dismissToast, type ToastAction, useShownToast } from '#web/ui/toast.ts';

const DURATION = 5000;
/** How long a toast with an action is shown. It takes time to read and to reach. */
const ACTION_DURATION = 10_000;
const SWIPE_THRESHOLD = 50;

function lookOf(toast: ReturnType<typeof useShownToast>) {
  if (toast?.destructive) return { Icon: CircleAlert, color: 'text-red' };
  return toast?.neutral ? { Icon: Info, color: 'text-blue' } : { Icon: CircleCheck, color: 'text-green' };
}

/** Radix asks before the Escape key closes the toast. A dialog that is open takes the key, unless the focus is in the toast. */
function passEscapeOn(event: KeyboardEvent): void {
  const isInToast = event.target instanceof Element && event.target.closest('.toast') !== null;
  if (!isInToast && closeTopLayer()) event.preventDefault();
}

export function Toaster() {
  const toast = useShownToast();
  const { Icon, color } = lookOf(toast);
  return (
    <Toast.Provider duration={DURATION} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD} label="Notificación">
      {toast && (
        <Toast.Root
          key={toast.id}
          open={toast.open}
          onOpenChange={(open) => !open && dismissToast(toast.id)}
          onEscapeKeyDown={passEscapeOn}
          type="foreground"
          duration={toast.action ? ACTION_DURATION : DURATION}
          className={`toast flex items-start gap-3 rounded-card border bg-surface p-4 shadow-lift ${toast.destructive ? 'border-red' : 'border-line'}`}
        >
          <Icon size={22} aria-hidden="true" className={`mt-px shrink-0 ${color}`} />
          <div className="min-w-0 flex-1">
            <Toast.Title className={`font-bold ${toast.destructive ? 'text-red' : ''}`}>{toast.title}</Toast.Title>
            {toast.description && (
              <Toast.Description className="mt-0.5 text-muted text-sm">{toast.description}</Toast.Description>
            )}
            {toast.action && <ToastButton action={toast.action} />}
          </div>
          <Toast.Close
            aria-label="Cerrar notificación"
            className="-my-2.5 -mr-2.5 inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:text-ink"
          >
            <X size={18} aria-hidden="true" />
          </Toast.Close>
        </Toast.Root>
      )}
      {/* aria-live: an open dialog hides everything else from screen readers, except live regions. */}
      {/* At the top while a dialog is open, because the buttons of the dialog are at the bottom. */}
      <Toast.Viewport
        aria-live="off"
        hotkey={['F8']}
        label="Notificaciones ({hotkey})"
        className="fixed right-0 bottom-0 z-50 flex [body:has([role=dialog])_&]:top-0 [body:has([role=dialog])_&]:bottom-auto w-full max-w-[26rem] flex-col gap-2 p-4 outline-none"
      />
    </Toast.Provider>
  );
}

function ToastButton({ action }: { action: ToastAction }) {
  const { label } = action;
  const props = {
    altText: `${label}: presiona F8 para llegar a la notificación`,
    className: `${buttonClass({ look: 'secondary' })} mt-2`,
  };
  if ('to' in action) {
    return (
      <Toast.Action asChild {...props}>
        <Link to={action.to}>{label}</Link>
      </Toast.Action>
    );
  }
  return (
    <Toast.Action {...props} onClick={action.onPress}>
      {label}
    </Toast.Action>
  );
}
