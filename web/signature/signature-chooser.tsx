import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useObjectUrl } from '#web/platform/object-url.ts';
import { useUploadSignature } from '#web/signature/signature.queries.ts';
import { fileProblem, inKilobytes, SIGNATURE_TYPES } from '#web/signature/signature-file.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { DropZone } from '#web/ui/drop-zone.tsx';
import { showToast } from '#web/ui/toast.ts';

/** Choose an image, preview it, and save it. */
export function SignatureChooser() {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const save = useUploadSignature();
  const choose = (chosen: File) => {
    if (save.isPending) return;
    const problem = fileProblem(chosen);
    if (problem) showToast({ ...problem, destructive: true });
    else setFile(chosen);
  };
  const reset = () => {
    setFile(undefined);
    input.current?.focus();
  };
  return (
    <>
      <DropZone
        ref={input}
        icon={ImageUp}
        label="Arrastra la imagen de tu firma hasta aquí, o elígela"
        hint="PNG, JPG, JPEG o GIF, de 2 MB como máximo."
        action="Elegir imagen"
        accept={SIGNATURE_TYPES}
        onFile={choose}
      />
      <div aria-live="polite">
        {file && (
          <PendingFile
            file={file}
            busy={save.isPending}
            onCancel={reset}
            onSave={() => save.mutate(file, { onSuccess: reset })}
          />
        )}
      </div>
    </>
  );
}

interface PendingProps {
  file: File;
  busy: boolean;
  onCancel: () => void;
  onSave: () => void;
}

function PendingFile({ file, busy, onCancel, onSave }: PendingProps) {
  const url = useObjectUrl(file);
  const [unreadable, setUnreadable] = useState<string>();
  return (
    <section
      aria-label="Imagen por guardar"
      className="mt-4 flex flex-wrap items-center gap-4 rounded-card border border-line bg-paper p-4"
    >
      {url && url !== unreadable && (
        <img
          src={url}
          alt="Vista previa de tu firma"
          onError={() => setUnreadable(url)}
          className="h-20 max-w-40 rounded-control bg-white object-contain p-2 ring-1 ring-line"
        />
      )}
      <div className="min-w-0 flex-1 basis-40">
        <p className="line-clamp-2 font-semibold">{file.name}</p>
        <p className="text-muted text-sm tabular-nums">{inKilobytes(file.size)}</p>
      </div>
      <div className="flex gap-3 max-sm:w-full max-sm:*:flex-1">
        <Button look="secondary" disabled={busy} onClick={onCancel}>
          Cancelar
        </Button>
        <BusyButton label="Guardar" busyLabel="Guardando..." busy={busy} onPress={onSave} />
      </div>
    </section>
  );
}
