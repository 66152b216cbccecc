import { useState } from 'react';
import type { CalendarLink } from '#contract/calendar-link';
import {
  LINK_NOT_LOADED,
  useCalendarLink,
  useCreateCalendarLink,
  useDeleteCalendarLink,
} from '#web/calendar-link/calendar-link.queries.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const NewAddressDialog = onDemand(
  async () => (await import('#web/calendar-link/new-address-dialog.tsx')).NewAddressDialog,
);

export function CalendarLinkCard() {
  const { data, isError, refetch } = useCalendarLink();
  const create = useCreateCalendarLink();
  const address = create.data?.url;
  return (
    <Card title="Calendario en otras aplicaciones">
      <p className="mb-4 max-w-prose text-muted">
        Con una dirección secreta, tus citas aparecen en Google Calendar, Apple u Outlook. Quien la tenga puede leer tu
        agenda sin contraseña: no la compartas. Nunca incluye las notas de tus citas. Si cambias tu contraseña, la
        dirección deja de funcionar.
      </p>
      {data && (
        <>
          {data.link && <CurrentLink link={data.link} />}
          <NewLink key={String(data.link?.createdAt)} replaces={data.link !== null} create={create} />
        </>
      )}
      {!data && isError && <InlineFailure text={LINK_NOT_LOADED} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="h-24" />}
      {address && <NewAddressDialog address={address} onClose={() => create.reset()} />}
    </Card>
  );
}

function CurrentLink({ link: { names, createdAt } }: { link: CalendarLink }) {
  const zone = useTimeZone();
  const revocation = useDeleteCalendarLink();
  const [asking, setAsking] = useState(false);
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b pb-5">
      <p>
        <strong>Dirección activa</strong> desde el {formatMoment(createdAt, zone)}. Muestra{' '}
        {names ? 'los nombres' : 'las iniciales'} de tus pacientes.
      </p>
      <Button look="secondary" onClick={() => setAsking(true)}>
        Desactivar
      </Button>
      {asking && (
        <ConfirmDialog
          title="¿Desactivar la dirección?"
          confirmLabel="Sí, desactivarla"
          busyLabel="Desactivando..."
          busy={revocation.isPending}
          onConfirm={() => revocation.mutate(undefined, { onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        >
          <p>Deja de funcionar de inmediato. Los calendarios que la usan ya no recibirán tus citas.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

const CHOICES = [
  { names: false, label: 'Iniciales', hint: 'Por ejemplo, C. M. S.' },
  { names: true, label: 'Nombres completos', hint: 'Los verá también la empresa que ofrece ese calendario.' },
];

interface NewLinkProps {
  replaces: boolean;
  create: ReturnType<typeof useCreateCalendarLink>;
}

function NewLink({ replaces, create }: NewLinkProps) {
  const [names, setNames] = useState(false);
  const [asking, setAsking] = useState(false);
  const make = () => create.mutate(names, { onSettled: () => setAsking(false) });
  return (
    <>
      <fieldset>
        <legend className="mb-1 font-semibold text-sm">Qué mostrar de tus pacientes</legend>
        {CHOICES.map((choice) => (
          <label key={choice.label} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
            <input
              type="radio"
              name="names"
              checked={names === choice.names}
              onChange={() => setNames(choice.names)}
              className="mt-0.5 size-5 shrink-0 accent-austral-600"
            />
            <span>
              {choice.label}
              <span className="block text-muted text-sm">{choice.hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <BusyButton
        label={replaces ? 'Crear una dirección nueva' : 'Crear dirección'}
        busyLabel="Creando..."
        busy={create.isPending && !asking}
        look={replaces ? 'secondary' : 'primary'}
        onPress={() => (replaces ? setAsking(true) : make())}
        className="mt-3 max-sm:w-full"
      />
      {asking && (
        <ConfirmDialog
          title="¿Crear una dirección nueva?"
          confirmLabel="Sí, crearla"
          busyLabel="Creando..."
          busy={create.isPending}
          onConfirm={make}
          onCancel={() => setAsking(false)}
        >
          <p>La dirección anterior deja de funcionar de inmediato.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
