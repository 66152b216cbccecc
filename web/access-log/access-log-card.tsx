import { Download, History } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useExportAccessLog } from '#web/access-log/access-log.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useFocusHeadingAfter } from '#web/ui/focus-heading.ts';
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const AccessLogEntries = onDemand(
  async () => (await import('#web/access-log/access-log-entries.tsx')).AccessLogEntries,
  () => <Skeleton className="h-24 w-full" />,
);

const EXPLANATIONS = {
  patient: 'Quién vio, imprimió o cambió esta ficha, cuándo y desde dónde. Nadie puede modificar este registro.',
  account:
    'Lo que se hizo en tu cuenta y con las fichas de tus pacientes, también por administradores, y los intentos fallidos de entrar. Nadie puede modificar este registro.',
} as const;

/** The log of a patient, or that of the account. */
export const AccessLogCard = memo(function AccessLogCard({ patientId }: { patientId?: string }) {
  const [state, setState] = useState<'closed' | 'open' | 'not loaded'>('closed');
  return (
    <Card title="Registro de accesos" action={<ExportButton patientId={patientId} />}>
      <p className="max-w-prose text-muted text-sm">{EXPLANATIONS[patientId ? 'patient' : 'account']}</p>
      <div className="mt-4">
        {state === 'open' ? (
          <AccessLogEntries patientId={patientId} onClose={() => setState('not loaded')} />
        ) : (
          <OpenButton takesFocus={state === 'not loaded'} onOpen={() => setState('open')} />
        )}
      </div>
    </Card>
  );
});

/** Passes the focus to the heading, and takes it back when the entries could not be loaded. */
function OpenButton({ takesFocus, onOpen }: { takesFocus: boolean; onOpen: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusHeadingAfter(button);
  useEffect(() => {
    const isHere = button.current?.closest('section')?.contains(document.activeElement);
    if (takesFocus && isHere) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <Button ref={button} look="secondary" onClick={onOpen}>
      <History size={18} aria-hidden="true" />
      Ver registro
    </Button>
  );
}

/** Not disabled while it works, because a disabled button loses the focus. */
function ExportButton({ patientId }: { patientId: string | undefined }) {
  const exporting = useExportAccessLog(patientId);
  return (
    <Button
      look="secondary"
      aria-disabled={exporting.isPending}
      onClick={ignoreDoubleClick(() => {
        if (!exporting.isPending) exporting.mutate();
      })}
      className="aria-disabled:cursor-not-allowed"
    >
      <Download size={18} aria-hidden="true" />
      {exporting.isPending ? 'Exportando...' : 'Exportar CSV'}
    </Button>
  );
}
