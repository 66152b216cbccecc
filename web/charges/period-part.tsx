import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { CHARGES_PER_PAGE } from '#contract/charge-summaries';
import { ChargeFilters } from '#web/charges/charge-filters.tsx';
import { ChargeList } from '#web/charges/charge-list.tsx';
import {
  isInPeriod,
  monthOfDay,
  PERIOD_STEPS,
  PERIODS,
  type PeriodName,
  periodAround,
  periodTitle,
  stepPeriod,
} from '#web/charges/charge-period.ts';
import { ChargeTotals } from '#web/charges/charge-totals.tsx';
import { chargesIn } from '#web/charges/charges.queries.ts';
import type { useChargesAddress } from '#web/charges/charges-address.ts';
import { MonthChart } from '#web/charges/month-chart.tsx';
import { formatCount } from '#web/ui/format-number.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Link, Navigate } from '#web/ui/navigation.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { PeriodHeader } from '#web/ui/period-header.tsx';

interface Props {
  address: ReturnType<typeof useChargesAddress>;
  today: string;
  onOpen: (id: string) => void;
  onCreate: () => void;
}

/** The charges of a day, a week or a month, with what was paid of them. */
export function PeriodPart({ address, today, onOpen, onCreate }: Props) {
  const { period: name, day, status, withoutInvoice, search, page, change } = address;
  const list = useRef<HTMLElement>(null);
  const period = periodAround(name, day);
  const query = {
    ...period,
    status,
    search: search || undefined,
    withoutInvoice: withoutInvoice ? ('true' as const) : undefined,
    page,
  };
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...chargesIn(query),
    placeholderData: keepPreviousData,
  });
  const hasFailed = !data && isError;
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / CHARGES_PER_PAGE));
  const goToPage = (next: number) => {
    change({ page: next });
    list.current?.scrollIntoView();
  };
  // The only charge of the last page may have been voided.
  if (data && !isPlaceholderData && page > pages) return <Navigate to={address.addressWith({ page: pages })} replace />;
  const isFiltered = status !== undefined || withoutInvoice || search !== '';
  return (
    <>
      {/* The header moves up to the title of a page. Here it stands below the tabs. */}
      <div className="sm:pt-4">
        <PeriodHeader
          title={periodTitle(name, day)}
          names={PERIOD_STEPS[name]}
          count={data && !isPlaceholderData ? formatCount(data.total, 'cobro', 'cobros') : undefined}
          isNow={isInPeriod(today, period)}
          onStep={(by) => change({ day: stepPeriod(name, day, by) })}
          onToday={() => change({ day: today })}
        >
          <PeriodSwitch shown={name} addressOf={(period) => address.addressWith({ period })} />
        </PeriodHeader>
      </div>
      <div className="grid gap-6 lg:grid-cols-[2fr_3fr]">
        {/* The list says that they failed to load. */}
        {!hasFailed && <ChargeTotals totals={data?.totals} isFiltered={isFiltered} busy={isPlaceholderData} />}
        {/* On a telephone the charges come before the year. */}
        <div className={`min-w-0 max-lg:order-last ${hasFailed ? 'lg:col-span-2' : ''}`}>
          <MonthChart shown={monthOfDay(day)} current={monthOfDay(today)} />
        </div>
        <section ref={list} aria-label="Lista de cobros" className="min-w-0 scroll-mt-4 lg:col-span-2">
          <ChargeFilters address={address} />
          {hasFailed ? (
            <LoadFailure title="No se pudieron cargar los cobros" onRetry={() => void refetch()} />
          ) : (
            <ChargeList
              charges={data?.charges}
              busy={isPlaceholderData}
              isFiltered={isFiltered}
              until={monthOfDay(today)}
              onOpen={onOpen}
              onCreate={onCreate}
            />
          )}
          {pages > 1 && (
            <div className="mt-6">
              <Pager page={page} pages={pages} onPage={goToPage} />
            </div>
          )}
        </section>
      </div>
    </>
  );
}

interface SwitchProps {
  shown: PeriodName;
  addressOf: (name: PeriodName) => string;
}

/** 'Día | Semana | Mes'. The date stays. */
const PeriodSwitch = ({ shown, addressOf }: SwitchProps) => (
  <nav aria-label="Período de los cobros" className="flex rounded-control border border-line bg-surface p-1">
    {(Object.keys(PERIODS) as PeriodName[]).map((name) => (
      <Link
        key={name}
        to={addressOf(name)}
        preventScrollReset
        aria-current={name === shown ? 'page' : undefined}
        className="inline-flex min-h-9 items-center rounded-lg px-3.5 font-semibold text-muted text-sm transition-colors duration-150 hover:text-ink aria-[current]:bg-austral-100 aria-[current]:text-austral-700"
      >
        {PERIODS[name]}
      </Link>
    ))}
  </nav>
);
