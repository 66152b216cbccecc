import type { LucideIcon } from 'lucide-react';
import { type Ref, useId, useState } from 'react';
import { buttonClass } from '#web/ui/button.tsx';

interface Props {
  icon: LucideIcon;
  label: string;
  /** The accepted types and sizes. */
  hint?: string;
  /** The text of a button that is only decoration: the whole zone can be pressed. */
  action?: string;
  accept: string;
  onFile: (file: File) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Accepts one file, dropped or chosen. */
export function DropZone({ icon: Icon, label, hint, action, accept, onFile, ref }: Props) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      className={`flex cursor-pointer flex-col items-center gap-2 rounded-card border-2 border-dashed px-4 py-8 text-center transition-colors duration-150 focus-within:outline-2 focus-within:outline-austral-600 focus-within:outline-offset-2 hover:border-austral-600 ${isOver ? 'border-austral-600 bg-austral-50' : 'border-control-line'}`}
    >
      <Icon size={28} aria-hidden="true" className="text-austral-700" />
      <span id={`${id}-label`} className="font-semibold">
        {label}
      </span>
      {hint && (
        <span id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </span>
      )}
      {action && (
        <span aria-hidden="true" className={`mt-2 ${buttonClass({ look: 'secondary' })}`}>
          {action}
        </span>
      )}
      <input
        ref={ref}
        id={id}
        type="file"
        accept={accept}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint && `${id}-hint`}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files);
          // Without this, choosing the same file again would fire no event.
          event.target.value = '';
        }}
      />
    </label>
  );
}
