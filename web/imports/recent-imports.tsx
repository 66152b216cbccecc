import { useState } from 'react';
import type { Import } from '#contract/imports/imports';
import { counted } from '#web/imports/import-texts.ts';
import { type ImportKind, useImports, useUndoImport } from '#web/imports/imports.queries.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';

interface Props {
  kind: ImportKind;
  onUndone?: (importId: string) => void;
}

/** The imports of the last day, each of which can be undone as a whole. */
export function RecentImports({ kind, onUndone }: Props) {
  const timeZone = useTimeZone();
  const { data: imports = [] } = useImports(kind);
  const [undoing, setUndoing] = useState<Import>();
  if (imports.length === 0) return null;
  return (
    <Card title="Importaciones recientes">
      <ul className="divide-y divide-line">
        {imports.map((one) => (
          <li
            key={one._id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3 first:pt-0 last:pb-0"
          >
            <p>
              <span className="block font-semibold">{counted(kind, one.count)}</span>
              <span className="block text-muted text-sm tabular-nums">
                {formatMoment(one.importedAt, timeZone)}. Se puede deshacer hasta el{' '}
                {formatMoment(one.undoableUntil, timeZone)}.
              </span>
            </p>
            <Button look="secondary" className="max-sm:w-full" onClick={() => setUndoing(one)}>
              Deshacer
              <span className="sr-only"> la importación de {counted(kind, one.count)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {undoing && (
        <UndoDialog
          kind={kind}
          undone={undoing}
          onUndone={() => onUndone?.(undoing._id)}
          onClose={() => setUndoing(undefined)}
        />
      )}
    </Card>
  );
}

interface UndoProps {
  kind: ImportKind;
  undone: Import;
  onUndone: () => void;
  onClose: () => void;
}

function UndoDialog({ kind, undone, onUndone, onClose }: UndoProps) {
  const undo = useUndoImport(kind);
  return (
    <ConfirmDialog
      title="¿Deshacer la importación?"
      confirmLabel="Sí, deshacer"
      busyLabel="Deshaciendo..."
      busy={undo.isPending}
      onConfirm={() => undo.mutate(undone._id, { onSuccess: onUndone, onSettled: onClose })}
      onCancel={onClose}
    >
      <p>
        Se eliminarán todos los datos de esta importación ({counted(kind, undone.count)}). Si después agregaste o
        cambiaste algo en ellos, no se eliminará ninguno.
      </p>
    </ConfirmDialog>
  );
}
