import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SignatureInfo } from '#contract/signature';
import { useObjectUrl } from '#web/platform/object-url.ts';
import { useDeleteSignature, useSignatureImage, useToggleSignature } from '#web/signature/signature.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { RetryButton } from '#web/ui/retry-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';

/** White in both themes, like paper. */
const FRAME_CLASS = 'grid h-44 place-items-center rounded-control bg-white p-4 ring-1 ring-line ring-inset';

export function CurrentSignature({ info }: { info: SignatureInfo }) {
  const toggle = useToggleSignature();
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <SignatureImage />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Switch
          label="Usar firma en recetas"
          // Optimistic: shows the new value until the server answers.
          checked={toggle.isPending ? toggle.variables : info.useInPrescriptions}
          onChange={toggle.mutate}
        />
        <Button look="secondary" onClick={() => setDeleting(true)}>
          <Trash2 size={18} aria-hidden="true" />
          Eliminar firma
        </Button>
      </div>
      {deleting && <DeleteSignature onClose={() => setDeleting(false)} />}
    </>
  );
}

function SignatureImage() {
  const { data, isError, refetch } = useSignatureImage();
  const url = useObjectUrl(data);
  if (!data && isError) {
    return (
      <div className={`${FRAME_CLASS} bg-paper text-center`}>
        <div>
          <p className="text-muted">No se pudo mostrar la imagen de tu firma.</p>
          <RetryButton look="ghost" onRetry={() => void refetch()} className="mt-2" />
        </div>
      </div>
    );
  }
  if (!url) return <Skeleton className="h-44" />;
  return (
    <div className={FRAME_CLASS}>
      <img src={url} alt="Tu firma" className="max-h-36 max-w-full object-contain" />
    </div>
  );
}

function DeleteSignature({ onClose }: { onClose: () => void }) {
  const remove = useDeleteSignature();
  return (
    <ConfirmDialog
      title="¿Eliminar firma?"
      confirmLabel="Sí, eliminar firma"
      busyLabel="Eliminando..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
      onCancel={onClose}
    >
      <p>
        Dejará de aparecer en las recetas que imprimas desde ahora; los PDF que ya descargaste no cambian. Esta acción
        no se puede deshacer.
      </p>
    </ConfirmDialog>
  );
}
