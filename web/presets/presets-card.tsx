import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Preset } from '#web/clinical-notes/presets/presets.queries.ts';
import { PresetList } from '#web/presets/preset-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface Props<T extends Preset> {
  title: string;
  /** What one of them is called, as 'receta favorita', and in short, as 'favorita'. */
  noun: string;
  shortNoun?: string;
  description: string;
  /** What to do when there are none. */
  empty: string;
  notLoaded: string;
  query: Pick<UseQueryResult<T[]>, 'data' | 'isError' | 'refetch'>;
  deletion: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending'>;
  content: (preset: T) => string;
  /** The dialog that edits a preset, or creates one when `preset` is undefined. */
  form: (props: { title: string; preset: T | undefined; onClose: () => void }) => ReactNode;
}

/** The presets of a kind, where they are added, edited and deleted. */
export function PresetsCard<T extends Preset>(props: Props<T>) {
  const { title, noun, shortNoun = noun, query, deletion } = props;
  const { data: presets, isError, refetch } = query;
  const [edited, setEdited] = useState<T | 'new'>();
  const [deleted, setDeleted] = useState<T>();
  const close = () => setDeleted(undefined);
  return (
    <Card
      title={title}
      action={
        <Button look="secondary" onClick={() => setEdited('new')}>
          <Plus size={18} aria-hidden="true" />
          {`Agregar ${shortNoun}`}
        </Button>
      }
    >
      <p className="mb-4 max-w-prose text-muted">{props.description}</p>
      {presets?.length === 0 && <p>{props.empty}</p>}
      {presets && presets.length > 0 && (
        <PresetList label={title} items={presets} content={props.content} onEdit={setEdited} onDelete={setDeleted} />
      )}
      {!presets && isError && <InlineFailure text={props.notLoaded} onRetry={() => void refetch()} />}
      {!presets && !isError && <Skeleton className="h-16" />}
      {edited &&
        props.form({
          title: `${edited === 'new' ? 'Agregar' : 'Editar'} ${shortNoun}`,
          preset: edited === 'new' ? undefined : edited,
          onClose: () => setEdited(undefined),
        })}
      {deleted && (
        <ConfirmDialog
          title={`¿Eliminar ${noun}?`}
          confirmLabel={`Sí, eliminar ${shortNoun}`}
          busyLabel="Eliminando..."
          busy={deletion.isPending}
          onConfirm={() => deletion.mutate(deleted._id, { onSettled: close })}
          onCancel={close}
        >
          <p>
            Se eliminará la {noun} <strong className="text-ink">{deleted.name}</strong>. Tus notas no cambian.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
