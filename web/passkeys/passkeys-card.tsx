import { Fingerprint, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { MAX_PASSKEYS } from '#contract/passkey-errors';
import type { Passkey } from '#contract/passkeys';
import { timeZoneOf } from '#contract/regions';
import { AddPasskeyDialog } from '#web/passkeys/add-passkey-dialog.tsx';
import { isNumericHost, supportsPasskeys } from '#web/passkeys/passkey-support.ts';
import { isUsable, PASSKEYS_NOT_LOADED, usePasskeys, useRemovePasskey } from '#web/passkeys/passkeys.queries.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatInstant, formatMoment } from '#web/ui/format-instant.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export function PasskeysCard() {
  const { data: passkeys, isError, refetch } = usePasskeys();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey>();
  const addButton = useRef<HTMLButtonElement>(null);
  const isFull = passkeys !== undefined && passkeys.length >= MAX_PASSKEYS;
  const canAdd = passkeys && !isFull && supportsPasskeys();
  return (
    <Card
      title="Llaves de acceso"
      action={
        canAdd && (
          <Button ref={addButton} look="secondary" onClick={() => setAdding(true)}>
            <Plus size={18} aria-hidden="true" />
            Agregar llave de acceso
          </Button>
        )
      }
    >
      <p className="mb-4 max-w-prose text-muted">
        Con una llave de acceso entras con tu huella, tu rostro o el PIN de tu dispositivo, sin escribir la contraseña
        ni un código. Los dos siguen sirviendo.
      </p>
      {!supportsPasskeys() && <p className="mb-4 max-w-prose">{unsupportedText()}</p>}
      {isFull && (
        <p className="mb-4">Tienes {MAX_PASSKEYS} llaves de acceso, el máximo. Elimina una para agregar otra.</p>
      )}
      {passkeys?.length === 0 && <p>Aún no tienes llaves de acceso.</p>}
      {passkeys && passkeys.length > 0 && (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey._id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </ul>
      )}
      {!passkeys && isError && <InlineFailure text={PASSKEYS_NOT_LOADED} onRetry={() => void refetch()} />}
      {!passkeys && !isError && <Skeleton className="h-6" />}
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
      {removed && (
        <RemovalDialog
          passkey={removed}
          focusFallback={() => addButton.current}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Card>
  );
}

function unsupportedText(): string {
  if (isNumericHost(location.hostname)) return `${NOT_HERE}, porque es un número IP y no un nombre.`;
  if (window.isSecureContext === false) return `${NOT_HERE}, porque no comienza con «https://».`;
  return 'Este navegador no permite agregar llaves de acceso. Puedes hacerlo con una versión reciente de Chrome, Edge, Firefox o Safari.';
}

const NOT_HERE = 'En esta dirección no se pueden agregar llaves de acceso';

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, createdAt, lastUsedAt, formerHost } = passkey;
  const zone = timeZoneOf(useCurrentUser().region);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Fingerprint size={22} aria-hidden="true" className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="wrap-anywhere">{name}</span>
          {!isUsable(passkey) && <Badge tone="orange">No funciona aquí</Badge>}
        </p>
        <p className="text-muted text-sm">
          <span className="block sm:inline">Creada el {formatInstant(createdAt, zone).day}</span>
          <span className="max-sm:hidden"> · </span>
          <span className="block sm:inline">
            {lastUsedAt ? `Último uso: ${formatMoment(lastUsedAt, zone)}` : 'Sin uso todavía'}
          </span>
        </p>
        {formerHost !== undefined && (
          <p className="wrap-anywhere mt-1 text-sm">
            Se creó para {formerHost}, la dirección anterior de Ficha Austral, y ya no sirve. Puedes eliminarla.
          </p>
        )}
      </div>
      <Button look="secondary" onClick={onRemove} aria-label={`Eliminar la llave de acceso ${name}`}>
        Eliminar
      </Button>
    </li>
  );
}

interface RemovalProps {
  passkey: Passkey;
  focusFallback: () => Element | null;
  onClose: () => void;
}

function RemovalDialog({ passkey, focusFallback, onClose }: RemovalProps) {
  const remove = useRemovePasskey();
  return (
    <ConfirmDialog
      title="¿Eliminar llave de acceso?"
      confirmLabel="Sí, eliminar"
      busyLabel="Eliminando..."
      busy={remove.isPending}
      focusFallback={focusFallback}
      onConfirm={() => remove.mutate(passkey._id, { onSettled: onClose })}
      onCancel={onClose}
    >
      <p className="wrap-anywhere">
        Ya no podrás entrar con <strong className="text-ink">{passkey.name}</strong>. Tu contraseña sigue sirviendo.
      </p>
      <p>El dispositivo puede seguir ofreciéndola hasta que la borres también en sus ajustes.</p>
    </ConfirmDialog>
  );
}
