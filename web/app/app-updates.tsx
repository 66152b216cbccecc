import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { watchUpdates } from '#web/platform/app-updates.ts';
import { requestLeave } from '#web/platform/leave-request.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

const reload = () => location.reload();

/**
 * Offers a new version of the application. Only the user's press loads it, in this tab alone. The offer is at the bottom,
 * because pages have their bars at the top.
 */
export function AppUpdates() {
  const [offered, setOffered] = useState<string>();
  const [dismissed, setDismissed] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const isFormChanged = useFormChanges();
  useEffect(() => watchUpdates(setOffered), []);
  const update = () => {
    setAsking(false);
    requestLeave(reload, reload);
  };
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-10 z-20 print:hidden lg:left-[calc(16rem+2.5rem)]"
    >
      {offered !== undefined && offered !== dismissed && (
        <div className="pointer-events-auto flex w-fit flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-blue/40 bg-blue-tint px-4 py-2 shadow-lift">
          <p className="flex items-center gap-2.5">
            <RefreshCw size={18} aria-hidden="true" className="shrink-0 text-blue" />
            Hay una versión nueva de Ficha Austral
          </p>
          <div className="flex gap-1 max-sm:ml-auto">
            <Button look="secondary" onClick={() => (isFormChanged() ? setAsking(true) : update())}>
              Actualizar
            </Button>
            <Button look="ghost" onClick={() => setDismissed(offered)}>
              Después
            </Button>
          </div>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title="¿Actualizar ahora?"
          cancelLabel="Seguir aquí"
          confirmLabel="Actualizar"
          onConfirm={update}
          onCancel={() => setAsking(false)}
        >
          <p>Cambiaste algo en esta página. Lo que ya guardaste se conserva; lo que no, se pierde.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/**
 * Answers whether the page shows a form in which the user typed or pressed something. A form that was saved and stays
 * counts too, because only some forms know what is unsaved.
 */
function useFormChanges(): () => boolean {
  const changed = useRef(new Set<Element>());
  useEffect(() => {
    const remember = ({ target }: Event) => {
      const form = target instanceof Element && target.closest('form');
      if (form) changed.current.add(form);
    };
    // Buttons change forms too: they add the hours of a day, or choose one in a calendar.
    const types = ['input', 'click'];
    for (const type of types) document.addEventListener(type, remember, true);
    return () => {
      for (const type of types) document.removeEventListener(type, remember, true);
    };
  }, []);
  return () => [...changed.current].some((form) => form.isConnected);
}
