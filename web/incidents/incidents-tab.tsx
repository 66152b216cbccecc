import { useState } from 'react';
import type { Incident } from '#contract/incidents';
import { IncidentCard } from '#web/incidents/incident-card.tsx';
import { IncidentDialog } from '#web/incidents/incident-dialog.tsx';
import { IncidentNoticeDialog } from '#web/incidents/incident-notice-dialog.tsx';
import { INCIDENTS_NOT_LOADED, useIncidents } from '#web/incidents/incidents.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { NightSky } from '#web/ui/pictures.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** What the administrator does with an incident. Without one, notes a new one. */
type Shown = { what: 'form'; incident?: Incident } | { what: 'notice'; incident: Incident };

/** The register of security incidents. */
export function IncidentsTab() {
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-muted">
          El registro de las vulneraciones de seguridad que pide la Ley 19.628 (artículo 14 sexies). No se borra, y cada
          cambio queda en el registro de accesos.
        </p>
        <Button className="max-sm:w-full" onClick={() => setShown({ what: 'form' })}>
          Anotar incidente
        </Button>
      </div>
      <Incidents
        onEdit={(incident) => setShown({ what: 'form', incident })}
        onTell={(incident) => setShown({ what: 'notice', incident })}
      />
      {shown?.what === 'form' && <IncidentDialog incident={shown.incident} onClose={close} />}
      {shown?.what === 'notice' && <IncidentNoticeDialog incident={shown.incident} onClose={close} />}
    </>
  );
}

interface ListProps {
  onEdit: (incident: Incident) => void;
  onTell: (incident: Incident) => void;
}

function Incidents({ onEdit, onTell }: ListProps) {
  const { data: incidents, isError, refetch } = useIncidents();
  if (!incidents) {
    return isError ? (
      <LoadFailure title={INCIDENTS_NOT_LOADED} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label="Cargando los incidentes">
        <Skeleton className="h-64" />
      </div>
    );
  }
  if (incidents.length === 0) {
    return (
      <Card>
        <EmptyState
          picture={<NightSky />}
          title="No hay incidentes"
          text="Si algo expone, altera o destruye datos personales, anótalo aquí en cuanto lo sepas"
        />
      </Card>
    );
  }
  return (
    <ul aria-label="Incidentes" className="space-y-4">
      {incidents.map((incident) => (
        <li key={incident._id}>
          <IncidentCard incident={incident} onEdit={() => onEdit(incident)} onTell={() => onTell(incident)} />
        </li>
      ))}
    </ul>
  );
}
