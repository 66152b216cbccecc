import { LockKeyhole } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { signOut } from '#web/auth/auth.queries.ts';
import { ProofForm } from '#web/auth/proof-form.tsx';
import { hasUnsavedChanges } from '#web/drafts/unsaved-changes.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { lockWithoutInput, unlockScreen, useScreenLocked } from '#web/platform/screen-lock.ts';
import { Button } from '#web/ui/button.tsx';
import { Logo } from '#web/ui/logo.tsx';

const TITLE_ID = 'screen-lock-title';

/** Covers the page after a while without input. The page stays as it is, so nothing that was typed is lost. */
export function ScreenLock() {
  const { _id } = useCurrentUser();
  useEffect(() => lockWithoutInput(_id), [_id]);
  return useScreenLocked() ? createPortal(<LockScreen />, document.body) : null;
}

function LockScreen() {
  const { name } = useCurrentUser();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => openOver(dialog.current), []);
  useEffect(keepEventsFromPage, []);
  return (
    // A modal dialog of the browser makes everything else inert, dialogs of the page included.
    // aria-live: a dialog that the page opens meanwhile hides everything else, except live regions.
    <dialog
      ref={dialog}
      closedby="none"
      aria-labelledby={TITLE_ID}
      aria-live="off"
      className="screen-lock pointer-events-auto fixed inset-0 m-0 size-full max-h-none max-w-none overflow-y-auto bg-paper text-ink"
    >
      <div className="mx-auto flex min-h-full w-full max-w-md flex-col justify-center px-4 py-10">
        <Logo />
        <h1 id={TITLE_ID} className="mt-8 flex items-center gap-3 text-heading">
          <LockKeyhole size={26} aria-hidden="true" className="shrink-0 text-austral-600" />
          Pantalla bloqueada
        </h1>
        <p className="mt-2 mb-6 text-muted">
          La sesión de {name || 'Usuario'} sigue abierta. Desbloquea la pantalla para continuar donde quedaste; lo que
          estabas escribiendo no se ha perdido.
        </p>
        <ProofForm
          label="Desbloquear"
          busyLabel="Desbloqueando..."
          onProved={unlockScreen}
          otherAction={<SignOutButton />}
        />
      </div>
    </dialog>
  );
}

/** Closing returns the focus to where it was. */
function openOver(dialog: HTMLDialogElement | null): () => void {
  // An older browser closes it with the Escape key.
  const reopen = () => dialog?.showModal();
  dialog?.showModal();
  dialog?.addEventListener('close', reopen);
  return () => {
    dialog?.removeEventListener('close', reopen);
    dialog?.close();
  };
}

/** A dialog of the page would take a click or the Escape key for a wish to close it, and lose what was typed. */
function keepEventsFromPage(): () => void {
  const stop = (event: Event) => {
    if (!(event instanceof KeyboardEvent)) return event.stopPropagation();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
  };
  const types = ['pointerdown', 'focusin', 'focusout', 'keydown'];
  for (const type of types) window.addEventListener(type, stop, true);
  return () => {
    for (const type of types) window.removeEventListener(type, stop, true);
  };
}

/** Signing out erases unsaved text, so it is confirmed when there is some. */
function SignOutButton() {
  const { _id } = useCurrentUser();
  const [state, setState] = useState<'idle' | 'warned' | 'leaving'>('idle');
  const press = () => {
    if (state === 'idle' && hasUnsavedChanges(_id)) return setState('warned');
    setState('leaving');
    void signOut();
  };
  return (
    <>
      {state === 'warned' && (
        <p role="alert" className="text-orange text-sm sm:mr-auto">
          Hay texto sin guardar. Si cierras la sesión, se perderá.
        </p>
      )}
      <Button look="secondary" disabled={state === 'leaving'} onClick={press}>
        {state === 'warned' ? 'Cerrar sesión igualmente' : 'Cerrar sesión'}
      </Button>
    </>
  );
}
