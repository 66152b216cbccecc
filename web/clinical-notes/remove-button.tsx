import { X } from 'lucide-react';
import { useRef } from 'react';
import { buttonClass } from '#web/ui/button.tsx';

/** Removes its row. The focus moves to the next row, or to the first input of the section. */
export function RemoveButton({ label, onRemove }: { label: string; onRemove: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const remove = () => {
    const row = button.current?.closest('li');
    const list = row?.parentElement;
    const section = row?.closest('section');
    const at = row && list ? Array.from(list.children).indexOf(row) : 0;
    onRemove();
    requestAnimationFrame(() => {
      const next = list?.isConnected ? (list.children[at] ?? list.lastElementChild) : undefined;
      const target =
        next?.querySelector('button[data-removes]') ?? section?.querySelector('input:not([type=checkbox])');
      if (target instanceof HTMLElement) target.focus();
    });
  };
  return (
    <button
      ref={button}
      type="button"
      data-removes
      aria-label={label}
      onClick={remove}
      className={`${buttonClass({ look: 'ghost', size: 'icon' })} shrink-0`}
    >
      <X size={18} aria-hidden="true" />
    </button>
  );
}
