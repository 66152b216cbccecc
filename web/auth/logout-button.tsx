import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { signOut } from '#web/auth/auth.queries.ts';
import { hasUnsavedChanges } from '#web/drafts/unsaved-changes.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { requestLeave } from '#web/platform/leave-request.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Logging out erases unsaved text, so the user confirms it when there is some. */
export function LogoutButton() {
  const { _id } = useCurrentUser();
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const logOut = () => {
    setLeaving(true);
    void signOut();
  };
  const askOrLogOut = () => (hasUnsavedChanges(_id) ? setAsking(true) : logOut());
  return (
    <>
      <Button
        look="secondary"
        disabled={leaving}
        onClick={() => requestLeave(logOut, askOrLogOut)}
        aria-label="Cerrar sesión"
        className="shrink-0 max-sm:w-11 max-sm:px-0"
      >
        <LogOut size={18} aria-hidden="true" className="sm:hidden" />
        <span className="max-sm:hidden">Cerrar sesión</span>
      </Button>
      {asking && (
        <ConfirmDialog
          title="¿Cerrar sesión sin guardar?"
          confirmLabel="Cerrar sesión"
          busyLabel="Cerrando sesión..."
          busy={leaving}
          onConfirm={logOut}
          onCancel={() => setAsking(false)}
        >
          <p>
            En esta pestaña queda texto que escribiste y que aún no se ha guardado. Si cierras la sesión, se perderá.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
