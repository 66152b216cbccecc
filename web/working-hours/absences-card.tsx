import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '#contract/days';
import type { Absence } from '#contract/working-hours';
import { useToday } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ABSENCES_NOT_LOADED, useAbsences, useDeleteAbsence } from '#web/working-hours/working-hours.queries.ts';

const NewAbsenceDialog = onDemand(
  async () => (await import('#web/working-hours/new-absence-dialog.tsx')).NewAbsenceDialog,
);

export function AbsencesCard() {
  const { data: absences, isError, refetch } = useAbsences();
  const today = useToday();
  const [creating, setCreating] = useState(false);
  const coming = absences?.filter(({ to }) => to >= today);
  const past = absences?.filter(({ to }) => to < today) ?? [];
  return (
    <Card
      title="Bloqueos"
      action={
        <Button look="secondary" onClick={() => setCreating(true)}>
          <Plus size={18} aria-hidden="true" />
          Agregar bloqueo
        </Button>
      }
    >
      <p className="mb-4 max-w-prose text-muted">
        Vacaciones, un congreso o el almuerzo: los períodos en que no atiendes. Los feriados de Chile ya están marcados
        en la agenda.
      </p>
      {coming && <AbsenceList absences={coming} empty="No tienes bloqueos desde hoy." />}
      {past.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-austral-700 text-sm">
            Bloqueos anteriores ({past.length})
          </summary>
          <AbsenceList absences={past} />
        </details>
      )}
      {!absences && isError && <InlineFailure text={ABSENCES_NOT_LOADED} onRetry={() => void refetch()} />}
      {!absences && !isError && <Skeleton className="h-16" />}
      {creating && <NewAbsenceDialog today={today} onClose={() => setCreating(false)} />}
    </Card>
  );
}

function AbsenceList({ absences, empty }: { absences: readonly Absence[]; empty?: string }) {
  const [deleted, setDeleted] = useState<Absence>();
  const deletion = useDeleteAbsence();
  const close = () => setDeleted(undefined);
  return (
    <>
      {absences.length === 0 && <p>{empty}</p>}
      <ul className="divide-y divide-line">
        {absences.map((absence) => (
          <li key={absence._id} className="flex items-center gap-4 py-2">
            <div className="min-w-0 flex-1">
              <p className="font-semibold tabular-nums">{periodText(absence)}</p>
              {absence.reason && <p className="wrap-anywhere text-muted">{absence.reason}</p>}
            </div>
            <Button
              look="ghost"
              size="icon"
              onClick={() => setDeleted(absence)}
              aria-label={`Eliminar el bloqueo: ${periodText(absence)}`}
            >
              <Trash2 size={18} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      {deleted && (
        <ConfirmDialog
          title="¿Eliminar bloqueo?"
          confirmLabel="Sí, eliminar bloqueo"
          busyLabel="Eliminando..."
          busy={deletion.isPending}
          onConfirm={() => deletion.mutate(deleted._id, { onSettled: close })}
          onCancel={close}
        >
          <p>
            Se eliminará el bloqueo <strong className="text-ink">{periodText(deleted)}</strong>. Tus citas no cambian.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** '10/01/2027 al 12/01/2027, 13:00 a 14:00' */
function periodText({ from, to, startTime, endTime }: Absence): string {
  const days = from === to ? formatDay(from) : `${formatDay(from)} al ${formatDay(to)}`;
  return startTime ? `${days}, ${startTime} a ${endTime}` : days;
}
