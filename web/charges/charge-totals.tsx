import { METHODS, PAYMENT_METHODS } from '#contract/charge-amounts';
import type { ChargeTotals as Totals } from '#contract/charge-summaries';
import { formatMoney } from '#contract/plans';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface Props {
  /** Undefined until they are loaded. */
  totals: Totals | undefined;
  /** Only a part of the charges of the period is listed. */
  isFiltered: boolean;
  busy: boolean;
}

/** What the listed charges add up to. */
export function ChargeTotals({ totals, isFiltered, busy }: Props) {
  return (
    <Card title={isFiltered ? 'Totales de lo filtrado' : 'Totales'}>
      <dl aria-busy={busy} className="transition-opacity duration-150 aria-busy:opacity-60">
        <Total name="Cobrado" amount={totals?.charged} main />
        <Total name="Pagado" amount={totals?.paid} />
        <Total name="Pendiente" amount={totals?.pending} tone={totals?.pending ? 'text-orange' : ''} />
      </dl>
      <h3 className="mt-4 mb-1 font-semibold text-muted text-sm">Pagado por medio</h3>
      <Methods totals={totals} />
    </Card>
  );
}

interface TotalProps {
  name: string;
  amount: number | undefined;
  main?: boolean;
  tone?: string;
}

function Total({ name, amount, main = false, tone = '' }: TotalProps) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1">
      <dt className={main ? 'font-semibold' : 'text-muted'}>{name}</dt>
      <dd className={`font-bold tabular-nums ${main ? 'text-xl' : ''} ${tone}`}>
        {amount === undefined ? <Skeleton className="h-6 w-24" /> : formatMoney(amount)}
      </dd>
    </div>
  );
}

function Methods({ totals }: { totals: Totals | undefined }) {
  if (!totals) return <Skeleton className="h-14" />;
  const used = METHODS.filter((method) => (totals.byMethod[method] ?? 0) > 0);
  if (used.length === 0) return <p className="min-h-14 text-muted text-sm">Aún no hay pagos.</p>;
  return (
    <dl className="min-h-14">
      {used.map((method) => (
        <div key={method} className="flex justify-between gap-4 py-0.5 text-sm">
          <dt>{PAYMENT_METHODS[method]}</dt>
          <dd className="font-semibold tabular-nums">{formatMoney(totals.byMethod[method] ?? 0)}</dd>
        </div>
      ))}
    </dl>
  );
}
