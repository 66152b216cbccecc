import { type RefObject, useState } from 'react';
import type { WaitingEntry } from '#contract/waiting-list';
import { useRemoveTogether } from '#web/booking/waiting-list.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatCount, formatNumber } from '#web/ui/format-number.ts';

interface Props {
  entries: readonly WaitingEntry[];
  /** The ids of the selected entries. */
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  /** Gets the focus when the entries have left the list. */
  summary: RefObject<HTMLElement | null>;
}

/** Selects entries that belong together, and removes the selected ones after a question. */
export function RemoveTogether({ entries, selected, onSelect, summary }: Props) {
  const [isAsking, setAsking] = useState(false);
  const removal = useRemoveTogether();
  const chosen = entries.filter(({ _id }) => selected.has(_id));
  const select = (those: readonly WaitingEntry[]) => onSelect(new Set(those.map(({ _id }) => _id)));
  const toConfirm = entries.filter(({ isToConfirm }) => isToConfirm);
  const connections = [...Map.groupBy(entries, ({ connection }) => connection)].filter(
    ([connection, { length }]) => connection !== undefined && length >= MANY,
  );
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {toConfirm.length > 0 && (
        <Button look="ghost" onClick={() => select(toConfirm)}>
          Seleccionar {formatCount(toConfirm.length, 'sin confirmar', 'sin confirmar')}
        </Button>
      )}
      {connections.map(([connection, those]) => (
        <Button key={connection} look="ghost" onClick={() => select(those)}>
          Seleccionar {those.length} de una misma conexión
        </Button>
      ))}
      {chosen.length > 0 && (
        <>
          <Button look="secondary" onClick={() => setAsking(true)}>
            Sacar {formatCount(chosen.length, 'seleccionada', 'seleccionadas')}
          </Button>
          <Button look="ghost" onClick={() => select([])}>
            Quitar la selección
          </Button>
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          title="¿Sacar de la lista de espera?"
          confirmLabel="Sí, sacar de la lista"
          busyLabel="Sacando..."
          busy={removal.isPending}
          focusFallback={() => summary.current}
          onConfirm={() =>
            removal.mutate(chosen, {
              onSuccess: () => select([]),
              onSettled: () => setAsking(false),
            })
          }
          onCancel={() => setAsking(false)}
        >
          <p className="wrap-anywhere">
            A <strong className="text-ink">{namesOf(chosen)}</strong> ya no se {chosen.length === 1 ? 'le' : 'les'}{' '}
            ofrecerá ninguna hora.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** A family may wait for two hours. */
const MANY = 3;
const NAMES = new Intl.ListFormat('es-CL');

/** A question stays short, however many invented people it is about. */
const MANY_NAMES = 6;
const SHOWN_NAMES = 4;

/** 'Ana Uno, Ana Dos, Ana Tres, Ana Cuatro y 16 personas más' */
function namesOf(entries: readonly WaitingEntry[]): string {
  const names = entries.map(({ name }) => name);
  if (names.length <= MANY_NAMES) return NAMES.format(names);
  return NAMES.format([...names.slice(0, SHOWN_NAMES), `${formatNumber(names.length - SHOWN_NAMES)} personas más`]);
}
