import { RotateCcw, X } from 'lucide-react';
import { FileName } from '#web/attachments/file-name.tsx';
import type { Upload, UploadQueue } from '#web/attachments/upload-queue.ts';
import { Button } from '#web/ui/button.tsx';
import { formatBytes } from '#web/ui/format-bytes.ts';

interface Props extends Pick<UploadQueue, 'cancel' | 'retry'> {
  uploads: readonly Upload[];
}

/** Files under way, and those that failed. */
export const UploadList = ({ uploads, cancel, retry }: Props) => (
  <ul aria-label="Archivos por subir" className="mt-4 space-y-3">
    {uploads.map((upload) => (
      <li key={upload.id} className="flex items-center gap-2 rounded-control border border-line px-3 py-2 text-sm">
        <div className="min-w-0 grow">
          <p className="flex justify-between gap-3 font-semibold">
            <FileName name={upload.name} />
            <span className="shrink-0 font-normal text-muted tabular-nums">{formatBytes(upload.size)}</span>
          </p>
          {upload.status === 'failed' ? (
            <p role="alert" className="mt-0.5 text-red">
              {upload.problem}
            </p>
          ) : (
            <Progress upload={upload} />
          )}
        </div>
        {upload.status === 'failed' && upload.canRetry && (
          <Button look="ghost" size="icon" aria-label={`Reintentar ${upload.name}`} onClick={() => retry(upload.id)}>
            <RotateCcw size={18} aria-hidden="true" />
          </Button>
        )}
        <Button
          look="ghost"
          size="icon"
          aria-label={`${upload.status === 'failed' ? 'Quitar' : 'Cancelar'} ${upload.name}`}
          onClick={() => cancel(upload.id)}
        >
          <X size={18} aria-hidden="true" />
        </Button>
      </li>
    ))}
  </ul>
);

function Progress({ upload: { name, status, part } }: { upload: Upload }) {
  const percent = Math.round(part * 100);
  const text = status === 'waiting' ? 'En espera' : part < 1 ? `Subiendo: ${percent} %` : 'Revisando el archivo...';
  return (
    <>
      <progress className="sr-only" aria-label={`Avance de ${name}`} value={part} aria-valuetext={text} />
      <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-line">
        <div
          className={`h-full rounded-full bg-austral-600 ${part < 1 ? '' : 'motion-safe:animate-pulse'}`}
          style={{ width: `${percent}%` }}
        />
      </div>
      <p className="mt-0.5 text-fine text-muted tabular-nums">{text}</p>
    </>
  );
}
