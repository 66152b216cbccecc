import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { timeZoneOf } from '#contract/regions';
import type { Session } from '#contract/sessions';
import { SESSIONS_NOT_LOADED, useEndOtherSessions, useEndSession, useSessions } from '#web/account/security.queries.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const TITLE = 'Dispositivos con sesión abierta';

export function SessionsCard() {
  const { data: sessions, isError, refetch } = useSessions();
  const endOthers = useEndOtherSessions();
  const [asking, setAsking] = useState(false);
  const end = () => endOthers.mutate(undefined, { onSettled: () => setAsking(false) });
  const hasOthers = sessions?.some(({ current }) => !current);
  return (
    <Card title={TITLE}>
      <p className="mb-4 max-w-prose text-muted">
        Si no reconoces alguno, cierra su sesión y cambia tu contraseña. Una sesión termina sola a los 30 días sin uso y
        a los 90 días en total.
      </p>
      {sessions && (
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <SessionRow key={session._id} session={session} />
          ))}
        </ul>
      )}
      {hasOthers && (
        <Button look="secondary" onClick={() => setAsking(true)} className="mt-3 max-sm:w-full">
          Cerrar las demás
        </Button>
      )}
      {!sessions && isError && <InlineFailure text={SESSIONS_NOT_LOADED} onRetry={() => void refetch()} />}
      {!sessions && !isError && <Skeleton className="h-16" />}
      {asking && (
        <ConfirmDialog
          title="¿Cerrar las demás sesiones?"
          confirmLabel="Sí, cerrarlas"
          busyLabel="Cerrando..."
          busy={endOthers.isPending}
          onConfirm={end}
          onCancel={() => setAsking(false)}
        >
          <p>En los demás dispositivos habrá que iniciar sesión de nuevo. Esta sesión seguirá abierta.</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function SessionRow({ session: { _id, current, device, createdAt, lastUsedAt } }: { session: Session }) {
  const { region } = useCurrentUser();
  const end = useEndSession();
  const zone = timeZoneOf(region);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <MonitorSmartphone size={22} aria-hidden="true" className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {device}
          {current && <Badge tone="green">Esta sesión</Badge>}
        </p>
        <p className="text-muted text-sm">
          <span className="block sm:inline">Primer uso: {formatMoment(createdAt, zone)}</span>
          <span className="max-sm:hidden"> · </span>
          <span className="block sm:inline">Último uso: {formatMoment(lastUsedAt, zone)}</span>
        </p>
      </div>
      {!current && (
        <Button
          look="secondary"
          disabled={end.isPending}
          onClick={() => end.mutate(_id)}
          aria-label={`Cerrar sesión de ${device}, usada por última vez el ${formatMoment(lastUsedAt, zone)}`}
        >
          Cerrar sesión
        </Button>
      )}
    </li>
  );
}
