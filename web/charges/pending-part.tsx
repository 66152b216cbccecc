import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { generatePath } from 'react-router';
import {
  CHARGES_PER_PAGE,
  PENDING_AGES,
  type PendingAge,
  type PendingPatient,
  type PendingTotals,
  pendingAge,
} from '#contract/charge-summaries';
import { chargedName } from '#contract/charges';
import { daysBetween, formatDay } from '#contract/days';
import { formatMoney } from '#contract/plans';
import { pendingCharges, pendingTotals } from '#web/charges/charges.queries.ts';
import { CHARGE_MESSAGE_ADDRESS, PATHS } from '#web/platform/paths.ts';
import { useIsAssistant } from '#web/platform/professional.ts';
import { useTimeZone, useToday } from '#web/platform/today.ts';
import { whilePending } from '#web/platform/while-pending.ts';
import { reminderText } from '#web/reminders/reminder-text.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CARD_CLASS, Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatCount } from '#web/ui/format-number.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { NightSky } from '#web/ui/pictures.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

const RemindDialog = onDemand(async () => (await import('#web/charges/remind-dialog.tsx')).RemindDialog);

const AGES = Object.keys(PENDING_AGES) as PendingAge[];
const AGE_TONES: Record<PendingAge, Tone> = { recent: 'neutral', month: 'orange', old: 'red' };
/** 'Ver cobro' and 'Ver cobros' are as wide, so that the amounts stand one below the other. */
const OPEN_CLASS = 'sm:w-31';
const LIST_CLASS = `divide-y divide-line ${CARD_CLASS}`;

interface OpenProps {
  onOpen: (id: string) => void;
}

/** What each patient owes, what is oldest first. */
export function PendingPart({ onOpen }: OpenProps) {
  const [asked, setAsked] = useState(1);
  const totals = useQuery(pendingTotals());
  const pages = Math.max(1, Math.ceil((totals.data?.patients ?? 0) / CHARGES_PER_PAGE));
  // The only patient of the last page may have paid.
  const page = totals.data ? Math.min(asked, pages) : asked;
  const list = useQuery({
    ...pendingCharges(page),
    placeholderData: keepPreviousData,
    refetchInterval: whilePending((patients) => patients.some((one) => one.lastReminder?.status === 'pending')),
  });
  if (list.data && totals.data) {
    if (list.data.length === 0) return <NothingPending />;
    return (
      <>
        <PendingList patients={list.data} totals={totals.data} busy={list.isPlaceholderData} onOpen={onOpen} />
        {pages > 1 && (
          <div className="mt-6">
            <Pager page={page} pages={pages} onPage={setAsked} />
          </div>
        )}
      </>
    );
  }
  if (!list.isError && !totals.isError) return <Skeletons />;
  const retry = () => Promise.all([list, totals].filter(({ isError }) => isError).map(({ refetch }) => refetch()));
  return <LoadFailure title="No se pudo cargar lo pendiente" onRetry={() => void retry()} />;
}

interface ListProps extends OpenProps {
  patients: readonly PendingPatient[];
  totals: PendingTotals;
  /** Another page is loading. */
  busy: boolean;
}

function PendingList({ patients, totals, busy, onOpen }: ListProps) {
  const [reminded, setReminded] = useState<PendingPatient>();
  const isAssistant = useIsAssistant();
  return (
    <>
      <p role="status" className="mb-3 text-muted">
        {formatCount(totals.patients, 'paciente debe', 'pacientes deben')}{' '}
        <strong className="text-ink tabular-nums">{formatMoney(totals.pending)}</strong>
      </p>
      <AgeTotals byAge={totals.byAge} />
      <ul
        aria-label="Pacientes con pagos pendientes"
        aria-busy={busy}
        className={`transition-opacity duration-150 aria-busy:opacity-60 ${LIST_CLASS}`}
      >
        {patients.map((patient) => (
          <PendingRow
            key={patient.patientId ?? patient.chargeIds[0]}
            patient={patient}
            onOpen={onOpen}
            onRemind={() => setReminded(patient)}
          />
        ))}
      </ul>
      {!isAssistant && (
        <p className="mt-4 text-muted text-sm">
          El texto del recordatorio se cambia en{' '}
          <Link to={CHARGE_MESSAGE_ADDRESS} className={TEXT_LINK_CLASS}>
            Configuración de la agenda
          </Link>
          .
        </p>
      )}
      {reminded?.patientId && (
        <RemindDialog
          patientId={reminded.patientId}
          patientName={chargedName(reminded)}
          onClose={() => setReminded(undefined)}
        />
      )}
    </>
  );
}

const AgeTotals = ({ byAge }: Pick<PendingTotals, 'byAge'>) => (
  <dl className="mb-4 grid gap-3 sm:grid-cols-3">
    {AGES.map((age) => (
      <div key={age} className={`${CARD_CLASS} flex items-baseline justify-between gap-3 px-4 py-3 sm:block`}>
        <dt className="text-muted text-sm">{PENDING_AGES[age]}</dt>
        <dd className="font-bold text-lg tabular-nums">{formatMoney(byAge[age])}</dd>
      </div>
    ))}
  </dl>
);

interface RowProps extends OpenProps {
  patient: PendingPatient;
  onRemind: () => void;
}

function PendingRow({ patient, onOpen, onRemind }: RowProps) {
  const today = useToday();
  const timeZone = useTimeZone();
  const { patientId, pending, oldest, chargeIds, blocked, lastReminder } = patient;
  const name = chargedName(patient);
  const age = pendingAge(daysBetween(oldest, today));
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <PatientName patientId={patientId} name={name} />
          <Badge tone={AGE_TONES[age]}>{PENDING_AGES[age]}</Badge>
          {blocked && <Badge tone="orange">Uso de datos bloqueado</Badge>}
        </p>
        <p className="mt-0.5 text-muted text-sm">
          {formatCount(chargeIds.length, 'cobro', 'cobros')} desde el {formatDay(oldest)}
          {patientId === null && ' · Paciente eliminado'}
          {lastReminder && ` · ${reminderText(lastReminder, today, timeZone)}`}
        </p>
      </div>
      <p className="font-bold tabular-nums">{formatMoney(pending)}</p>
      <div className="flex flex-wrap gap-2 max-sm:w-full *:max-sm:grow">
        {patientId === null ? (
          chargeIds.map((id, index) => (
            <Button key={id} look="secondary" onClick={() => onOpen(id)}>
              {chargeIds.length === 1 ? 'Ver cobro' : `Ver cobro ${index + 1}`}
              <span className="sr-only"> de {name}</span>
            </Button>
          ))
        ) : (
          <>
            {chargeIds.length === 1 ? (
              <Button
                look="ghost"
                aria-label={`Ver cobro de ${name}`}
                onClick={() => onOpen(chargeIds[0] ?? '')}
                className={OPEN_CLASS}
              >
                Ver cobro
              </Button>
            ) : (
              <Link
                to={`${generatePath(PATHS.patient, { id: patientId })}#cobros`}
                aria-label={`Ver cobros de ${name}, en su ficha`}
                className={`${buttonClass({ look: 'ghost' })} ${OPEN_CLASS}`}
              >
                Ver cobros
              </Link>
            )}
            <Button look="secondary" aria-label={`Recordar a ${name}`} onClick={onRemind}>
              Recordar
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

function PatientName({ patientId, name }: { patientId: string | null; name: string }) {
  if (patientId === null) return <span className="wrap-anywhere font-bold">{name}</span>;
  return (
    <Link
      to={generatePath(PATHS.patient, { id: patientId })}
      className="wrap-anywhere rounded font-bold underline-offset-3 hover:underline"
    >
      {name}
    </Link>
  );
}

const NothingPending = () => (
  <Card>
    <EmptyState picture={<NightSky />} title="Nadie te debe nada" text="Lo que quede sin pagar aparecerá aquí." />
  </Card>
);

const Skeletons = () => (
  <div role="status" aria-label="Cargando lo pendiente">
    <Skeleton className="mb-3 h-6 w-56" />
    <div className="mb-4 grid gap-3 sm:grid-cols-3">
      {AGES.map((age) => (
        <Skeleton key={age} className="h-12 sm:h-20" />
      ))}
    </div>
    <div className={LIST_CLASS}>
      {AGES.map((age) => (
        <div key={age} className="flex items-center justify-between gap-4 px-5 py-3">
          <Skeleton className="h-12 w-64 max-w-full" />
          <Skeleton className="h-11 w-28" />
        </div>
      ))}
    </div>
  </div>
);
