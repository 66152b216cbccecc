import { useQuery } from '@tanstack/react-query';
import type { ChargedMonth } from '#contract/charge-summaries';
import { addMonths } from '#contract/months';
import { formatMoney } from '#contract/plans';
import { monthTitle, shortMonth } from '#web/charges/charge-period.ts';
import { chargedMonths } from '#web/charges/charges.queries.ts';
import { amountScale, chartEnd, heightOnScale, type Scale, shortAmount } from '#web/charges/month-scale.ts';
import { Card } from '#web/ui/card.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const HEIGHT_CLASS = 'h-44';

interface Props {
  /** The month that the page shows, '2026-11'. */
  shown: string;
  current: string;
}

export function MonthChart({ shown, current }: Props) {
  const until = chartEnd(shown, current, addMonths(current, -11));
  const { data, isError, refetch } = useQuery(chargedMonths(until));
  return (
    <Card title="Por mes" action={<Legend />}>
      {data && <Chart months={data} shown={shown} />}
      {!data && isError && <InlineFailure text="No se pudieron cargar los meses" onRetry={() => void refetch()} />}
      {!data && !isError && (
        <div role="status" aria-label="Cargando los meses">
          <Skeleton className={HEIGHT_CLASS} />
          <Skeleton className="mt-2 h-4" />
        </div>
      )}
    </Card>
  );
}

const CHARGED_CLASS = 'bg-austral-100 inset-ring inset-ring-austral-600';
const PAID_CLASS = 'bg-austral-600';

const Legend = () => (
  <ul aria-hidden="true" className="flex gap-4 text-muted text-sm">
    {(
      [
        ['Cobrado', CHARGED_CLASS],
        ['Pagado', PAID_CLASS],
      ] as const
    ).map(([name, tone]) => (
      <li key={name} className="flex items-center gap-1.5">
        <span className={`size-3 rounded-sm ${tone}`} />
        {name}
      </li>
    ))}
  </ul>
);

interface ChartProps {
  months: readonly ChargedMonth[];
  shown: string;
}

/** Bars for the eyes, and the same amounts as a table for a screen reader. */
function Chart({ months, shown }: ChartProps) {
  const scale = amountScale(months.flatMap(({ charged, paid }) => [charged, paid]));
  return (
    <>
      <div aria-hidden="true" className="flex gap-2">
        <Lines scale={scale} />
        <div className="min-w-0 flex-1">
          <div className={`relative flex items-end ${HEIGHT_CLASS}`}>
            {scale.lines.map((amount) => (
              <div
                key={amount}
                style={{ bottom: `${heightOnScale(amount, scale)}%` }}
                className="absolute inset-x-0 border-line border-t"
              />
            ))}
            {months.map((month) => (
              <Bars key={month.month} month={month} scale={scale} />
            ))}
          </div>
          <div className="mt-1.5 flex text-fine text-muted">
            {months.map(({ month }) => (
              <span key={month} className={`min-w-0 flex-1 text-center ${month === shown ? 'font-bold text-ink' : ''}`}>
                <span className="max-sm:hidden">{shortMonth(month)}</span>
                <span className="sm:hidden">{shortMonth(month).slice(0, 1).toUpperCase()}</span>
              </span>
            ))}
          </div>
        </div>
      </div>
      <AmountTable months={months} />
    </>
  );
}

const Lines = ({ scale }: { scale: Scale }) => (
  <div className={`relative w-12 shrink-0 text-fine text-muted tabular-nums ${HEIGHT_CLASS}`}>
    {scale.lines.map((amount) => (
      <span
        key={amount}
        style={{ bottom: `${heightOnScale(amount, scale)}%` }}
        className="absolute right-0 translate-y-1/2 whitespace-nowrap"
      >
        {shortAmount(amount)}
      </span>
    ))}
  </div>
);

const amountsText = ({ month, charged, paid }: ChargedMonth): string =>
  `${monthTitle(month)}: cobrado ${formatMoney(charged)}, pagado ${formatMoney(paid)}`;

const Bars = ({ month, scale }: { month: ChargedMonth; scale: Scale }) => (
  <div
    title={amountsText(month)}
    className="relative flex h-full min-w-0 flex-1 items-end justify-center gap-px px-px hover:bg-austral-50 sm:gap-0.5 sm:px-1"
  >
    {(
      [
        [month.charged, CHARGED_CLASS],
        [month.paid, PAID_CLASS],
      ] as const
    ).map(([amount, tone]) => (
      <span
        key={tone}
        style={{ height: `${heightOnScale(amount, scale)}%` }}
        className={`min-w-0 max-w-4 flex-1 rounded-t-sm ${tone}`}
      />
    ))}
  </div>
);

const AmountTable = ({ months }: { months: readonly ChargedMonth[] }) => (
  // A table ignores the width of `sr-only`: without the element around it the page scrolls sideways.
  <div className="sr-only">
    <table>
      <caption>Cobrado y pagado por mes</caption>
      <thead>
        <tr>
          <th scope="col">Mes</th>
          <th scope="col">Cobrado</th>
          <th scope="col">Pagado</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, charged, paid }) => (
          <tr key={month}>
            <th scope="row">{monthTitle(month)}</th>
            <td>{formatMoney(charged)}</td>
            <td>{formatMoney(paid)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
