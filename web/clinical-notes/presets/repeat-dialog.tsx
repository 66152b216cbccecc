import { useState } from 'react';
import type { ClinicalNote } from '#contract/clinical-notes';
import { PrescriptionDetails } from '#web/clinical-notes/prescription-details.tsx';
import { type PrescriptionValues, prescriptionValues } from '#web/clinical-notes/prescription-fields.ts';
import { usePreviousPrescriptions } from '#web/clinical-notes/presets/presets.queries.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useFirstFocus } from '#web/ui/use-first-focus.ts';

interface Props {
  patientId: string;
  onAdd: (prescriptions: PrescriptionValues[]) => void;
  onClose: () => void;
}

/** The prescriptions of the patient's newest finalised note that has some. */
export function RepeatDialog({ patientId, onAdd, onClose }: Props) {
  const { data: note, isError, refetch } = usePreviousPrescriptions(patientId);
  return (
    <Dialog title="Repetir receta anterior" onClose={onClose}>
      {note && <PreviousPrescriptions note={note} onAdd={onAdd} onClose={onClose} />}
      {note === null && <p>Este paciente no tiene recetas en notas finalizadas.</p>}
      {note === undefined && isError && (
        <InlineFailure text="No se pudieron cargar las recetas anteriores" onRetry={() => void refetch()} />
      )}
      {note === undefined && !isError && <Skeleton className="h-24" />}
    </Dialog>
  );
}

interface PreviousProps extends Omit<Props, 'patientId'> {
  note: ClinicalNote;
}

function PreviousPrescriptions({ note, onAdd, onClose }: PreviousProps) {
  const { prescriptions } = note;
  const { day } = formatInstant(note.date, useTimeZone());
  const [leftOut, leaveOut] = useState<readonly number[]>([]);
  const chosen = prescriptions.filter((_, at) => !leftOut.includes(at));
  const add = () => {
    onClose();
    onAdd(chosen.map(prescriptionValues));
  };
  const part = useFirstFocus<HTMLDivElement>(true);
  return (
    <div ref={part}>
      <p className="mb-4 text-muted">De la nota del {day}. Elige las que quieres repetir.</p>
      <ul className="space-y-3">
        {prescriptions.map((prescription, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two prescriptions may be equal, and the list does not change
          <li key={at}>
            <label className="flex cursor-pointer items-start gap-3 rounded-control border border-line px-4 py-3">
              <input
                type="checkbox"
                checked={!leftOut.includes(at)}
                onChange={({ target }) =>
                  leaveOut(target.checked ? leftOut.filter((one) => one !== at) : [...leftOut, at])
                }
                aria-label={prescription.medicamento}
                className="mt-0.5 size-5 shrink-0 accent-austral-600"
              />
              <PrescriptionDetails prescription={prescription} />
            </label>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Cancelar
        </Button>
        <Button onClick={add} disabled={chosen.length === 0}>
          Agregar seleccionadas
        </Button>
      </DialogActions>
    </div>
  );
}
