import { Download } from 'lucide-react';
import { incidentNotice } from '#contract/incident-notice';
import type { Incident } from '#contract/incidents';
import {
  PROFESSIONALS_NOT_LOADED,
  useConcernedProfessionals,
  useExportProfessionals,
} from '#web/incidents/incidents.queries.ts';
import { LEGAL_TEXTS } from '#web/platform/legal-texts.ts';
import { PRIVACY_MAILBOX } from '#web/platform/mailboxes.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { formatCount } from '#web/ui/format-number.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Whom to tell of an incident, and what. The administrator sends it. */
export function IncidentNoticeDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const exporting = useExportProfessionals(incident);
  const sender = { name: LEGAL_TEXTS.name, email: PRIVACY_MAILBOX };
  return (
    <Dialog
      title="Avisar a los profesionales"
      description="Envía este texto desde tu correo, con los destinatarios en copia oculta, y anota después la hora en el incidente."
      wide
      onClose={onClose}
    >
      <div className="space-y-6">
        <CopyText label="Texto del aviso" text={incidentNotice(incident, sender)} copyLabel="Copiar el aviso" />
        <section aria-labelledby="concerned-professionals">
          <h3 id="concerned-professionals" className="font-semibold text-sm">
            Profesionales afectados
          </h3>
          <Professionals incident={incident} />
          <Button
            look="secondary"
            className="mt-3 max-sm:w-full"
            disabled={exporting.isPending || incident.accountCount === 0}
            onClick={() => exporting.mutate()}
          >
            <Download size={18} aria-hidden="true" />
            {exporting.isPending ? 'Descargando...' : 'Descargar los correos (CSV)'}
          </Button>
        </section>
      </div>
    </Dialog>
  );
}

function Professionals({ incident }: { incident: Incident }) {
  const { data, isError, refetch } = useConcernedProfessionals(incident);
  if (!data) {
    return isError ? (
      <InlineFailure text={PROFESSIONALS_NOT_LOADED} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="mt-2 h-24" />
    );
  }
  if (data.length === 0) return <p className="mt-1 text-muted">Ninguno. Elígelos al editar el incidente.</p>;
  return (
    <>
      <p className="mt-1 text-muted text-sm">{formatCount(data.length, 'profesional', 'profesionales')}</p>
      <ul
        aria-label="Profesionales afectados"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached with the keyboard
        tabIndex={0}
        className="mt-2 max-h-56 divide-y divide-line overflow-y-auto rounded-control border border-line px-4"
      >
        {data.map(({ _id, name, email }) => (
          <li key={_id} className="wrap-anywhere py-2">
            {name} <span className="text-muted">({email})</span>
          </li>
        ))}
      </ul>
    </>
  );
}
