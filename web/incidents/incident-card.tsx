import {
  DATA_KIND_NAMES,
  formatIncidentMoment,
  INCIDENT_STATUS_NAMES,
  type Incident,
  type IncidentStatus,
} from '#contract/incidents';
import { useTimeZone } from '#web/platform/today.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';
import { formatNumber } from '#web/ui/format-number.ts';
import { type Label, StatusBadge } from '#web/ui/status-badge.tsx';

const STATUS_LABELS: Record<IncidentStatus, Label> = {
  open: { text: INCIDENT_STATUS_NAMES.open, tone: 'orange' },
  closed: { text: INCIDENT_STATUS_NAMES.closed, tone: 'green' },
};

interface Props {
  incident: Incident;
  onEdit: () => void;
  onTell: () => void;
}

export function IncidentCard({ incident, onEdit, onTell }: Props) {
  const { title, description, measures, status } = incident;
  return (
    <article aria-label={title} className={`${CARD_CLASS} p-5 sm:p-6`}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="wrap-anywhere min-w-0 flex-1 basis-72 text-lg">{title}</h2>
        <StatusBadge labels={STATUS_LABELS} status={status} />
      </div>
      {description && <p className="wrap-anywhere mt-2 max-w-prose whitespace-pre-line">{description}</p>}
      <div className="mt-4">
        <Facts facts={factsOf(incident)} layout="quarters" />
      </div>
      {measures && (
        <div className="mt-4">
          <h3 className="font-normal text-muted text-sm">Medidas</h3>
          <p className="wrap-anywhere mt-0.5 max-w-prose whitespace-pre-line">{measures}</p>
        </div>
      )}
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-4">
        <Authors incident={incident} />
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          <Button look="secondary" className="max-sm:flex-1" aria-label={`Editar: ${title}`} onClick={onEdit}>
            Editar
          </Button>
          <Button
            look="secondary"
            className="max-sm:flex-1"
            aria-label={`Avisar a los profesionales: ${title}`}
            onClick={onTell}
          >
            Avisar a los profesionales
          </Button>
        </div>
      </div>
    </article>
  );
}

const factsOf = (incident: Incident): Fact[] => [
  { name: 'Detectado', value: formatIncidentMoment(incident.detectedAt) },
  { name: 'Desde', value: incident.startedAt && formatIncidentMoment(incident.startedAt), missing: 'Aún no se sabe' },
  { name: 'Personas', value: incident.people !== null && formatNumber(incident.people), missing: 'Aún no se sabe' },
  { name: 'Profesionales', value: professionalsText(incident) },
  { name: 'Informado a la Agencia', value: reportOf(incident, incident.agencyReportedAt), missing: 'No' },
  { name: 'Avisado a los profesionales', value: reportOf(incident, incident.professionalsReportedAt), missing: 'No' },
  {
    name: 'Datos',
    value: incident.dataKinds.map((kind) => DATA_KIND_NAMES[kind]).join(' · '),
    missing: 'Aún no se sabe',
    wide: true,
  },
];

/** Accounts that were deleted for good are among the chosen ones, and can no longer be told. */
function professionalsText({ allAccounts, accountIds, accountCount }: Incident): string {
  if (allAccounts) return `Todos (${formatNumber(accountCount)})`;
  const deleted = accountIds.length - accountCount;
  const text = formatNumber(accountCount);
  return deleted > 0 ? `${text}, y ${formatNumber(deleted)} que ya no existen` : text;
}

function reportOf({ status }: Incident, moment: string | null) {
  if (moment) return formatIncidentMoment(moment);
  return status === 'open' ? <Badge tone="orange">Pendiente</Badge> : undefined;
}

function Authors({ incident }: { incident: Incident }) {
  const timeZone = useTimeZone();
  const { createdAt, createdBy, updatedAt, updatedBy } = incident;
  const by = (name: string | undefined) => name ?? 'una cuenta que fue eliminada';
  return (
    <p className="wrap-anywhere min-w-0 flex-1 basis-72 text-muted text-sm tabular-nums">
      Anotado el {formatMoment(createdAt, timeZone)} por {by(createdBy)}.
      {updatedAt !== createdAt && ` Último cambio el ${formatMoment(updatedAt, timeZone)} por ${by(updatedBy)}.`}
    </p>
  );
}
