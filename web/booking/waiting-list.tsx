import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { formatDay } from '#contract/days';
import { addressedName } from '#contract/reminder-message';
import type { WaitingEntry } from '#contract/waiting-list';
import { ContactLinks } from '#web/booking/contact-links.tsx';
import { RemoveTogether } from '#web/booking/remove-together.tsx';
import { useRemoveWaiting, waitingEntries } from '#web/booking/waiting-list.queries.ts';
import { useSendsMail } from '#web/platform/sends-mail.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CARD_CLASS, Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatInstant, formatMoment } from '#web/ui/format-instant.ts';
import { formatCount } from '#web/ui/format-number.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { NightSky } from '#web/ui/pictures.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const TIMES: Record<WaitingEntry['times'], string> = {
  any: 'a cualquier hora',
  morning: 'en la mañana',
  afternoon: 'en la tarde',
};

export function WaitingList() {
  const { data, isError, refetch } = useQuery(waitingEntries());
  if (data) return <Entries entries={data} />;
  if (!isError) return <EntrySkeletons />;
  return <LoadFailure title="No se pudo cargar la lista de espera" onRetry={() => void refetch()} />;
}

const LIST_CLASS = `${CARD_CLASS} divide-y divide-line`;
const ENTRY_CLASS = 'grid grid-cols-[2rem_minmax(0,1fr)] gap-x-2 gap-y-3 p-4 sm:p-5';

function Entries({ entries }: { entries: readonly WaitingEntry[] }) {
  const summary = useRef<HTMLParagraphElement>(null);
  const [removed, setRemoved] = useState<WaitingEntry>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const removal = useRemoveWaiting();
  const sendsMail = useSendsMail();
  const waiting = entries.filter(({ isToConfirm }) => !isToConfirm).length;
  if (entries.length === 0) {
    return (
      <Card>
        <EmptyState
          picture={<NightSky />}
          title="Nadie está en la lista de espera"
          text="Quien no encuentre una hora en tu página podrá pedir que le avisen cuando se libere una."
        />
      </Card>
    );
  }
  return (
    <>
      <p ref={summary} tabIndex={-1} role="status" className="mb-4 text-muted">
        {formatCount(waiting, 'persona', 'personas')} en espera
        {waiting < entries.length && `, ${entries.length - waiting} sin confirmar`}.{' '}
        {sendsMail
          ? 'Una hora que se libera se ofrece por correo a la primera a quien le sirva.'
          : 'El correo no está configurado en esta instalación: cuando se libere una hora, llama tú.'}
      </p>
      <RemoveTogether entries={entries} selected={selected} onSelect={setSelected} summary={summary} />
      <ol className={LIST_CLASS}>
        {entries.map((entry, index) => (
          <Entry
            key={entry._id}
            entry={entry}
            place={index + 1}
            isSelected={selected.has(entry._id)}
            onToggle={() => setSelected((before) => toggled(before, entry._id))}
            onRemove={() => setRemoved(entry)}
          />
        ))}
      </ol>
      {removed && (
        <ConfirmDialog
          title="¿Sacar de la lista de espera?"
          confirmLabel="Sí, sacar de la lista"
          busyLabel="Sacando..."
          busy={removal.isPending}
          focusFallback={() => summary.current}
          onConfirm={() => removal.mutate(removed, { onSettled: () => setRemoved(undefined) })}
          onCancel={() => setRemoved(undefined)}
        >
          <p className="wrap-anywhere">
            A <strong className="text-ink">{removed.name}</strong> ya no se le ofrecerá ninguna hora.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

interface EntryProps {
  entry: WaitingEntry;
  place: number;
  isSelected: boolean;
  onToggle: () => void;
  onRemove: () => void;
}

function Entry({ entry, place, isSelected, onToggle, onRemove }: EntryProps) {
  const nameId = useId();
  const zone = useTimeZone();
  const { name, serviceName, phone, email, from, to, times, createdAt, offeredAt, isToConfirm } = entry;
  return (
    <li aria-labelledby={nameId} className={ENTRY_CLASS}>
      <span aria-hidden="true" className="font-bold text-lg text-muted tabular-nums">
        {place}
      </span>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h2 id={nameId} className="wrap-anywhere text-lg">
            {name}
          </h2>
          {isToConfirm && <Badge tone="neutral">Por confirmar por la persona</Badge>}
        </div>
        <p className="wrap-anywhere">{serviceName}</p>
        <p className="tabular-nums">
          {from === to ? `El ${formatDay(from)}` : `Entre el ${formatDay(from)} y el ${formatDay(to)}`}, {TIMES[times]}
        </p>
        <p className="wrap-anywhere mt-1 text-muted text-sm tabular-nums">
          {phone} · {email}
        </p>
        <p className="text-muted text-sm tabular-nums">
          En la lista desde el {formatInstant(createdAt, zone).day}.{' '}
          {isToConfirm && 'No se le ofrece nada hasta que confirme con el enlace de su correo.'}
          {!isToConfirm && (offeredAt ? `Última oferta: ${formatMoment(offeredAt, zone)}.` : 'Todavía sin ofertas.')}
        </p>
      </div>
      <div className="col-span-2 grid grid-cols-2 gap-2 sm:col-start-2 sm:flex sm:flex-wrap">
        <ContactLinks
          name={name}
          phone={phone}
          text={`Hola ${addressedName(entry)}: te escribo porque estás en mi lista de espera.`}
        />
        <Button
          look="ghost"
          aria-label={`Sacar de la lista a ${name}`}
          onClick={onRemove}
          className="max-sm:col-span-2"
        >
          Sacar de la lista
        </Button>
        <Checkbox label="Seleccionar" aria-label={`Seleccionar a ${name}`} checked={isSelected} onChange={onToggle} />
      </div>
    </li>
  );
}

const EntrySkeletons = () => (
  <div aria-busy="true">
    <p className="sr-only">Cargando la lista de espera</p>
    <Skeleton className="mb-4 h-6 w-96 max-w-full" />
    <ol className={LIST_CLASS}>
      {['primera', 'segunda', 'tercera'].map((key) => (
        <li key={key} className={ENTRY_CLASS}>
          <Skeleton className="h-6 w-5" />
          <div>
            <Skeleton className="h-6 w-44" />
            <Skeleton className="mt-2 h-16 w-72 max-w-full" />
            <Skeleton className="mt-2 h-9 w-64 max-w-full" />
          </div>
          <Skeleton className="col-span-2 h-11 w-64 max-w-full sm:col-start-2" />
        </li>
      ))}
    </ol>
  </div>
);
