import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { durationLabel } from '#contract/agenda';
import { MAX_SERVICES, MODALITIES, type Service } from '#contract/services';
import { priceText } from '#web/services/price.ts';
import { SERVICES_NOT_LOADED, useDeleteService, useServices } from '#web/services/services.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const ServiceFormDialog = onDemand(
  async () => (await import('#web/services/service-form-dialog.tsx')).ServiceFormDialog,
);

/** What the professional offers, where it is added, changed and deleted. */
export function ServicesCard() {
  const { data: services, isError, refetch } = useServices();
  const deletion = useDeleteService();
  const [edited, setEdited] = useState<Service | 'new'>();
  const [deleted, setDeleted] = useState<Service>();
  const close = () => setDeleted(undefined);
  const isFull = services !== undefined && services.length >= MAX_SERVICES;
  return (
    <Card
      title="Servicios"
      action={
        !isFull && (
          <Button look="secondary" onClick={() => setEdited('new')}>
            <Plus size={18} aria-hidden="true" />
            Agregar servicio
          </Button>
        )
      }
    >
      <p className="mb-4 max-w-prose text-muted">
        Lo que ofreces, con su duración y su precio. Al agendar una cita puedes elegir uno.
      </p>
      {services?.length === 0 && <p>Aún no tienes servicios. Agrega el primero, por ejemplo «Primera consulta».</p>}
      {isFull && <p className="mb-4">Tienes {MAX_SERVICES} servicios, el máximo. Elimina uno para agregar otro.</p>}
      {services && services.length > 0 && <ServiceList services={services} onEdit={setEdited} onDelete={setDeleted} />}
      {!services && isError && <InlineFailure text={SERVICES_NOT_LOADED} onRetry={() => void refetch()} />}
      {!services && !isError && <Skeleton className="h-16" />}
      {edited && (
        <ServiceFormDialog service={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {deleted && (
        <ConfirmDialog
          title="¿Eliminar servicio?"
          confirmLabel="Sí, eliminar servicio"
          busyLabel="Eliminando..."
          busy={deletion.isPending}
          onConfirm={() => deletion.mutate(deleted._id, { onSettled: close })}
          onCancel={close}
        >
          <p className="wrap-anywhere">
            Se eliminará <strong className="text-ink">{deleted.name}</strong>. Las citas que ya lo tienen conservan su
            nombre.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

interface ListProps {
  services: readonly Service[];
  onEdit: (service: Service) => void;
  onDelete: (service: Service) => void;
}

const ServiceList = ({ services, onEdit, onDelete }: ListProps) => (
  <ul aria-label="Servicios" className="divide-y divide-line border-line border-y">
    {services.map((service) => (
      <li key={service._id} className="flex items-start gap-2 py-2.5">
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-semibold">{service.name}</p>
          <p className="text-muted text-sm tabular-nums">{summary(service)}</p>
          {service.description && (
            <p className="wrap-anywhere line-clamp-2 text-muted text-sm">{service.description}</p>
          )}
        </div>
        <Button look="ghost" size="icon" onClick={() => onEdit(service)} aria-label={`Editar ${service.name}`}>
          <Pencil size={18} aria-hidden="true" />
        </Button>
        <Button look="ghost" size="icon" onClick={() => onDelete(service)} aria-label={`Eliminar ${service.name}`}>
          <Trash2 size={18} aria-hidden="true" />
        </Button>
      </li>
    ))}
  </ul>
);

/** '1h · $25.000 · Presencial · Se reserva en línea · Abono de $10.000' */
const summary = ({ duration, price, modality, bookable, deposit }: Service): string =>
  [
    durationLabel(duration),
    priceText(price),
    MODALITIES[modality],
    bookable ? 'Se reserva en línea' : 'Solo tú lo agendas',
    ...(deposit === null ? [] : [`Abono de ${priceText(deposit)}`]),
  ].join('\u00a0· ');
