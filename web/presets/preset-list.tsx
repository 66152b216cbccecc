import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Preset } from '#web/clinical-notes/presets/presets.queries.ts';
import { Button } from '#web/ui/button.tsx';

interface Props<T extends Preset> {
  label: string;
  items: readonly T[];
  /** What it contains, below its name. */
  content: (item: T) => ReactNode;
  onEdit: (item: T) => void;
  onDelete: (item: T) => void;
}

/** A preset that cannot be decrypted can only be deleted. */
export function PresetList<T extends Preset>({ label, items, content, onEdit, onDelete }: Props<T>) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-line border-y">
      {items.map((item) => (
        <li key={item._id} className="flex items-center gap-2 py-2">
          <div className="min-w-0 flex-1">
            <p className="wrap-anywhere font-semibold">{item.name}</p>
            <p className="wrap-anywhere line-clamp-2 text-muted text-sm">{content(item)}</p>
          </div>
          {!item.undecryptable && (
            <Button look="ghost" size="icon" onClick={() => onEdit(item)} aria-label={`Editar ${item.name}`}>
              <Pencil size={18} aria-hidden="true" />
            </Button>
          )}
          <Button look="ghost" size="icon" onClick={() => onDelete(item)} aria-label={`Eliminar ${item.name}`}>
            <Trash2 size={18} aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
