import { useState } from 'react';
import { SHARE_STATUS_TEXTS, type Share } from '#contract/shares';
import { useTimeZone } from '#web/platform/today.ts';
import { useRevokeShare } from '#web/shares/shares.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatInstant, formatMoment } from '#web/ui/format-instant.ts';
import { type Label, StatusBadge } from '#web/ui/status-badge.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

const STATUSES: Record<Share['status'], Label> = {
  active: { text: SHARE_STATUS_TEXTS.active, tone: 'green' },
  expired: { text: SHARE_STATUS_TEXTS.expired, tone: 'neutral' },
  revoked: { text: SHARE_STATUS_TEXTS.revoked, tone: 'neutral' },
  blocked: { text: SHARE_STATUS_TEXTS.blocked, tone: 'red' },
};
/** While the processing of the patient's data is blocked, no link works. */
const SUSPENDED = { ...STATUSES, active: { text: 'Suspendido', tone: 'orange' } } as const;

const MAIL_TEXTS: Record<NonNullable<Share['mailStatus']>, string> = {
  pending: 'Correo por enviar',
  sent: 'Enviado por correo',
  failed: 'El correo no se pudo enviar',
};

/** How many titles are shown until the professional asks for all. */
const SHOWN_TITLES = 4;

interface Props {
  share: Share;
  isPatientBlocked: boolean;
}

/** A link that the patient received. */
export function SentShare({ share, isPatientBlocked }: Props) {
  const { documents, createdAt, expiresAt, status, mailStatus } = share;
  const timeZone = useTimeZone();
  const [showsAll, setShowsAll] = useState(false);
  const titles = showsAll ? documents : documents.slice(0, SHOWN_TITLES);
  const hidden = documents.length - titles.length;
  const hasEnded = status === 'expired';
  return (
    <div className="py-3">
      <div className="flex items-start justify-between gap-4">
        <ul className="min-w-0 font-semibold text-sm">
          {titles.map(({ kind, id, title, folio }) => (
            <li key={`${kind}/${id}`} className="wrap-anywhere">
              {title} <span className="inline-block font-normal text-muted text-fine tabular-nums">{folio}</span>
            </li>
          ))}
        </ul>
        <span className="shrink-0">
          <StatusBadge labels={isPatientBlocked ? SUSPENDED : STATUSES} status={status} />
        </span>
      </div>
      {hidden > 0 && (
        <Button look="ghost" className="-ml-4" onClick={() => setShowsAll(true)}>
          Mostrar {hidden} más
        </Button>
      )}
      <p className="mt-1 text-muted text-sm tabular-nums">
        {formatMoment(createdAt, timeZone)} · {hasEnded ? 'venció el' : 'hasta el'}{' '}
        {formatInstant(expiresAt, timeZone).day}
      </p>
      {mailStatus && (
        <p className={`text-sm ${mailStatus === 'failed' ? 'text-red' : 'text-muted'}`}>{MAIL_TEXTS[mailStatus]}</p>
      )}
      {status === 'active' && isPatientBlocked && (
        <p className="text-sm">No funciona mientras el uso de datos esté bloqueado.</p>
      )}
      {status === 'blocked' && (
        <p className="text-sm">
          Alguien escribió cinco fechas de nacimiento equivocadas. Si fue el paciente, revisa la de su ficha y envíale
          otro.
        </p>
      )}
      <Openings share={share} />
      {(status === 'active' || status === 'blocked') && <Revoke share={share} />}
    </div>
  );
}

function Openings({ share: { opens, openings, status } }: { share: Share }) {
  const timeZone = useTimeZone();
  if (opens === 0) return <p className="text-muted text-sm">{status === 'active' ? 'Aún sin abrir' : 'Sin abrir'}</p>;
  return (
    <details className="text-sm">
      <summary className={`w-fit cursor-pointer py-1.5 ${TEXT_LINK_CLASS}`}>
        {opens === 1 ? 'Abierto una vez' : `Abierto ${opens} veces`}
      </summary>
      <ul aria-label="Aperturas" className="max-h-60 overflow-y-auto text-muted tabular-nums">
        {openings.map(({ at, address }) => (
          <li key={at} className="py-0.5">
            {formatMoment(at, timeZone)} desde {address}
          </li>
        ))}
      </ul>
      {opens > openings.length && <p className="text-muted">Se muestran las últimas {openings.length}.</p>}
    </details>
  );
}

function Revoke({ share: { _id, documents, createdAt } }: { share: Share }) {
  const [isAsked, setAsked] = useState(false);
  const revoking = useRevokeShare();
  const moment = formatMoment(createdAt, useTimeZone());
  const close = () => setAsked(false);
  return (
    <>
      <Button
        look="ghost"
        className="-mb-2 -ml-4"
        aria-label={`Revocar el enlace del ${moment}`}
        onClick={() => setAsked(true)}
      >
        Revocar
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="¿Revocar este enlace?"
          confirmLabel="Sí, revocar"
          busyLabel="Revocando..."
          cancelLabel="Volver"
          busy={revoking.isPending}
          onConfirm={() => revoking.mutate(_id, { onSettled: close })}
          onCancel={close}
        >
          <p>
            {documents.length === 1 ? 'El documento dejará' : `Los ${documents.length} documentos dejarán`} de verse con
            este enlace de inmediato. Lo que el paciente ya descargó lo conserva.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
