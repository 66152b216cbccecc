import { Copy } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { CONTROL_CLASS } from '#web/ui/text-input.tsx';

interface Props {
  label: string;
  text: string;
  copyLabel?: string;
  /** Two or three lines. */
  short?: boolean;
}

/** A text to read and to copy. Where the browser refuses clipboard access, the text is selected instead. */
export function CopyText({ label, text, copyLabel, short = false }: Props) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState('');
  const copy = async () => {
    box.current?.select();
    try {
      await navigator.clipboard.writeText(text);
      setCopied('Copiado');
    } catch {
      setCopied('Texto seleccionado: cópialo con el teclado');
    }
  };
  return (
    <div className="flex min-w-0 flex-col">
      <label htmlFor={id} className="mb-1.5 font-semibold text-sm">
        {label}
      </label>
      <textarea
        ref={box}
        id={id}
        readOnly
        value={text}
        className={`${CONTROL_CLASS} ${short ? 'h-24' : 'h-72'} resize-y bg-paper text-sm`}
      />
      {copyLabel && (
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <Button look="secondary" onClick={() => void copy()}>
            <Copy size={18} aria-hidden="true" />
            {copyLabel}
          </Button>
          <span role="status" className="text-muted text-sm">
            {copied}
          </span>
        </div>
      )}
    </div>
  );
}
