import { Download } from 'lucide-react';
import { type Exported, useExport } from '#web/export/export.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { formatBytes } from '#web/ui/format-bytes.ts';
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts';

interface Props {
  what: Exported;
  label: string;
  /** What a screen reader says instead, where several buttons have the same label. */
  name?: string;
  className?: string;
}

/** Exports, and shows how far it is. The button is not disabled meanwhile, because a disabled button loses the focus. */
export function ExportButton({ what, label, name, className = '' }: Props) {
  const { start, cancel, isRunning, progress } = useExport(what);
  return (
    <div className={className}>
      <Button
        look="secondary"
        aria-label={isRunning ? undefined : name}
        onClick={isRunning ? cancel : ignoreDoubleClick(start)}
        className="w-full"
      >
        <Download size={18} aria-hidden="true" />
        {isRunning ? 'Cancelar exportación' : label}
      </Button>
      {progress && <ExportProgress {...progress} />}
    </div>
  );
}

/** The size is an estimate, so the bar waits before its end until the file is complete. */
function ExportProgress({ received, expected }: { received: number; expected: number }) {
  const part = expected > 0 ? Math.min(received / expected, 0.99) : 0;
  const text = `Exportando: ${formatBytes(received)}${expected > received ? ` de unos ${formatBytes(expected)}` : ''}`;
  return (
    <div className="mt-3 text-left">
      <progress className="sr-only" aria-label="Avance de la exportación" value={part} aria-valuetext={text} />
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line">
        <div className="h-full min-w-1 rounded-full bg-austral-600" style={{ width: `${part * 100}%` }} />
      </div>
      <p className="mt-1 text-muted text-sm tabular-nums">{text}</p>
    </div>
  );
}
