import { Banknote } from 'lucide-react';
import { useState } from 'react';
import type { Charge } from '#contract/charges';
import { formatDay } from '#contract/days';
import { nameWithSocial } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { formatMoney } from '#contract/plans';
import { ChargeStatusBadge } from '#web/charges/charge-status-badge.tsx';
import { useChargesOfPatient } from '#web/charges/charges.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EarlierButton } from '#web/ui/earlier-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const NewChargeDialog = onDemand(async () => (await import('#web/charges/new-charge-dialog.tsx')).NewChargeDialog);
const ChargeDialog = onDemand(async () => (await import('#web/charges/charge-dialog.tsx')).ChargeDialog);
const RemindDialog = onDemand(async () => (await import('#web/charges/remind-dialog.tsx')).RemindDialog);

const SHOWN_FIRST = 3;

type Shown = 'new' | 'reminder' | { charge: string };

/** What a patient was charged and what is pending. */
export function PatientChargesCard({ patient }: { patient: Patient }) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useChargesOfPatient(patient._id);
  const [isShort, setShort] = useState(true);
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  const charges = data?.pages.flatMap((page) => page.charges) ?? [];
  // A visit to come is not owed yet.
  const pending = data?.pages[0]?.due ?? 0;
  const hasMore = isShort ? charges.length > SHOWN_FIRST : hasNextPage;
  return (
    <Card
      title="Cobros"
      action={
        <Button look="secondary" className="-my-2" onClick={() => setShown('new')}>
          <Banknote size={18} aria-hidden="true" />
          Cobrar
        </Button>
      }
    >
      {/* As tall as the sum and a charge. */}
      <div className="min-h-24">
        {data && pending > 0 && (
          <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
            <p>
              Pendiente: <strong className="text-orange tabular-nums">{formatMoney(pending)}</strong>
            </p>
            <Button look="ghost" className="-mr-4 max-sm:-ml-4" onClick={() => setShown('reminder')}>
              Recordar
            </Button>
          </div>
        )}
        {data && charges.length === 0 && <p className="text-muted">Este paciente no tiene cobros.</p>}
        <ChargeRows
          charges={isShort ? charges.slice(0, SHOWN_FIRST) : charges}
          onOpen={(charge) => setShown({ charge })}
        />
        {hasMore && (
          <EarlierButton
            label="Ver más"
            isLoading={isFetchingNextPage}
            onPress={() => (isShort ? setShort(false) : void fetchNextPage())}
          />
        )}
        {!data && isError && <InlineFailure text="No se pudieron cargar los cobros" onRetry={() => void refetch()} />}
        {!data && !isError && (
          <div role="status" aria-label="Cargando los cobros" className="space-y-2">
            <Skeleton className="h-11" />
            <Skeleton className="h-11" />
          </div>
        )}
      </div>
      {shown === 'new' && <NewChargeDialog patient={patient} onClose={close} />}
      {shown === 'reminder' && (
        <RemindDialog patientId={patient._id} patientName={nameWithSocial(patient)} onClose={close} />
      )}
      {typeof shown === 'object' && <ChargeDialog id={shown.charge} onClose={close} />}
    </Card>
  );
}

interface RowsProps {
  charges: readonly Charge[];
  onOpen: (id: string) => void;
}

function ChargeRows({ charges, onOpen }: RowsProps) {
  if (charges.length === 0) return null;
  return (
    <ul aria-label="Cobros del paciente" className="divide-y divide-line">
      {charges.map((charge) => (
        <li key={charge._id}>
          <ChargeRow charge={charge} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

function ChargeRow({ charge, onOpen }: { charge: Charge; onOpen: (id: string) => void }) {
  const { _id, date, concept, amount, pending, status } = charge;
  return (
    <button
      type="button"
      onClick={() => onOpen(_id)}
      className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] flex-wrap items-center justify-between gap-x-3 rounded-control px-2 py-1.5 text-left text-sm hover:bg-austral-50"
    >
      <span className="wrap-anywhere min-w-0 flex-1 basis-40">
        <span className="font-semibold tabular-nums">{formatDay(date)}</span> {concept}
      </span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums">
        <span className="whitespace-nowrap">{formatMoney(amount)}</span>
        {status === 'partial' && <span className="whitespace-nowrap text-muted">(faltan {formatMoney(pending)})</span>}
        <ChargeStatusBadge status={status} />
      </span>
    </button>
  );
}
