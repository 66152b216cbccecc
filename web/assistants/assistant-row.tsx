import { History, MailPlus, UserCheck, UserX } from 'lucide-react';
import { useState } from 'react';
import type { Assistant } from '#contract/assistants';
import { ActsDialog } from '#web/assistants/acts-dialog.tsx';
import { useChangeAssistant, useConfirmAssistant, useInviteAssistant } from '#web/assistants/assistants.queries.ts';
import { CreatedInvitation } from '#web/assistants/created-invitation.tsx';
import { EndAccessDialog } from '#web/assistants/end-access-dialog.tsx';
import { PermissionSwitches } from '#web/assistants/permission-switches.tsx';
import { useTimeZone } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';
import { type Label, StatusBadge } from '#web/ui/status-badge.tsx';

const STATUSES = {
  invited: { text: 'Invitación pendiente', tone: 'blue' },
  active: { text: 'Con acceso', tone: 'green' },
  expired: { text: 'Invitación vencida', tone: 'orange' },
  unconfirmed: { text: 'Por confirmar', tone: 'orange' },
} satisfies Record<string, Label>;

function statusAt({ status, expiresAt }: Assistant, now: number): keyof typeof STATUSES {
  const isExpired = status === 'invited' && expiresAt !== undefined && Date.parse(expiresAt) <= now;
  return isExpired ? 'expired' : status;
}

/** A person of the reception, with what may be changed. */
export function AssistantRow({ assistant }: { assistant: Assistant }) {
  const { _id, name, email } = assistant;
  const status = statusAt(assistant, Date.now());
  const change = useChangeAssistant(_id);
  const permissions = change.isPending ? change.variables : assistant;
  return (
    <li className="py-5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="wrap-anywhere font-semibold">{name}</h3>
        <StatusBadge labels={STATUSES} status={status} />
      </div>
      <p className="wrap-anywhere text-muted">{email}</p>
      {status === 'unconfirmed' && <Unconfirmed />}
      <Moments assistant={assistant} isExpired={status === 'expired'} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that repeats the heading. */}
      <div role="group" aria-label={`Permisos de ${name}`} className="mt-2">
        <PermissionSwitches
          permissions={{ canEditPatients: permissions.canEditPatients, canCharge: permissions.canCharge }}
          onChange={change.mutate}
        />
      </div>
      <Actions assistant={assistant} />
    </li>
  );
}

const Unconfirmed = () => (
  <p className="mt-1 max-w-prose text-ink text-sm">
    Se restauró un respaldo y este acceso volvió con él. Hasta que lo confirmes, no ve nada. Si lo habías terminado,
    termínalo otra vez. Revisa también sus permisos.
  </p>
);

function Moments({ assistant, isExpired }: { assistant: Assistant; isExpired: boolean }) {
  const { status, invitedAt, expiresAt, lastSeenAt } = assistant;
  const timeZone = useTimeZone();
  if (status !== 'invited') {
    return (
      <p className="text-muted text-sm tabular-nums">
        {lastSeenAt ? `Entró por última vez el ${formatMoment(lastSeenAt, timeZone)}` : 'Aún no ha visto tu agenda'}
      </p>
    );
  }
  return (
    <p className="text-muted text-sm tabular-nums">
      Invitación del {formatMoment(invitedAt, timeZone)}
      {expiresAt && ` · ${isExpired ? 'venció' : 'vence'} el ${formatMoment(expiresAt, timeZone)}`}
      {isExpired && <span className="block text-ink">Para que pueda entrar, crea una nueva invitación.</span>}
    </p>
  );
}

function Actions({ assistant }: { assistant: Assistant }) {
  const [opened, setOpened] = useState<'acts' | 'end'>();
  const { status } = assistant;
  const hasAccess = status !== 'invited';
  const close = () => setOpened(undefined);
  return (
    <div className="mt-2 flex flex-wrap gap-3">
      {status === 'unconfirmed' && <ConfirmButton assistant={assistant} />}
      {hasAccess ? (
        <Button look="secondary" aria-label={`Qué hizo ${assistant.name}`} onClick={() => setOpened('acts')}>
          <History size={18} aria-hidden="true" />
          Qué hizo
        </Button>
      ) : (
        <NewInvitation assistant={assistant} />
      )}
      <Button
        look="secondary"
        aria-label={`${hasAccess ? 'Terminar acceso' : 'Anular invitación'} de ${assistant.name}`}
        onClick={() => setOpened('end')}
      >
        <UserX size={18} aria-hidden="true" />
        {hasAccess ? 'Terminar acceso' : 'Anular invitación'}
      </Button>
      {opened === 'acts' && <ActsDialog assistant={assistant} onClose={close} />}
      {opened === 'end' && <EndAccessDialog assistant={assistant} onClose={close} />}
    </div>
  );
}

function ConfirmButton({ assistant: { _id, name } }: { assistant: Assistant }) {
  const confirm = useConfirmAssistant(_id);
  return (
    <Button
      aria-label={`Confirmar acceso de ${name}`}
      aria-disabled={confirm.isPending}
      onClick={() => !confirm.isPending && confirm.mutate()}
    >
      <UserCheck size={18} aria-hidden="true" />
      Confirmar acceso
    </Button>
  );
}

/** Replaces the invitation: the earlier link ends. */
function NewInvitation({ assistant }: { assistant: Assistant }) {
  const { name, email, canEditPatients, canCharge } = assistant;
  const invite = useInviteAssistant();
  const close = () => invite.reset();
  return (
    <>
      <Button
        look="secondary"
        aria-label={`Nueva invitación para ${name}`}
        // A disabled button would lose the focus, which returns to it when the dialog closes.
        aria-disabled={invite.isPending}
        onClick={() => !invite.isPending && invite.mutate({ name, email, canEditPatients, canCharge })}
      >
        <MailPlus size={18} aria-hidden="true" />
        Nueva invitación
      </Button>
      {invite.data && (
        <Dialog title="Nueva invitación" description="El enlace anterior ya no funciona" onClose={close}>
          <CreatedInvitation invited={invite.data} onClose={close} />
        </Dialog>
      )}
    </>
  );
}
