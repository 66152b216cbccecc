import { useQuery } from '@tanstack/react-query';
import { PAYMENT_METHODS } from '#contract/charge-amounts';
import { type Charge, chargedName } from '#contract/charges';
import { formatDay } from '#contract/days';
import { formatMoney } from '#contract/plans';
import { ChargeStatusBadge } from '#web/charges/charge-status-badge.tsx';
import { chargedMonths } from '#web/charges/charges.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NightSky } from '#web/ui/pictures.tsx';
import { type Column, Table, TableSkeleton } from '#web/ui/table.tsx';

const LABEL = 'Cobros';
const MIN_WIDTH = '@2xl:min-w-220';

interface Props {
  /** Undefined until they are loaded. */
  charges: readonly Charge[] | undefined;
  /** Other charges are loading. */
  busy: boolean;
  isFiltered: boolean;
  /** The current month. */
  until: string;
  onOpen: (id: string) => void;
  onCreate: () => void;
}

export function ChargeList({ charges, busy, isFiltered, until, onOpen, onCreate }: Props) {
  if (!charges) {
    return <TableSkeleton label="Cargando los cobros" columns={COLUMNS} minWidth={MIN_WIDTH} count={6} />;
  }
  if (charges.length === 0) {
    return isFiltered ? <NoneFound /> : <NoCharges until={until} onCreate={onCreate} />;
  }
  return (
    <Table
      label={LABEL}
      columns={COLUMNS}
      minWidth={MIN_WIDTH}
      rows={charges}
      keyOf={({ _id }) => _id}
      busy={busy}
      onPress={({ _id }) => onOpen(_id)}
    />
  );
}

/** The methods of the payments that count, each once. */
function methodText({ payments }: Pick<Charge, 'payments'>): string {
  const methods = payments.filter(({ voidedAt }) => voidedAt === undefined).map(({ method }) => method);
  return [...new Set(methods)].map((method) => PAYMENT_METHODS[method]).join(', ');
}

const NONE = (
  <span data-empty className="text-muted">
    -
  </span>
);

const COLUMNS: readonly Column<Charge>[] = [
  {
    name: 'Paciente',
    kind: 'title',
    cell: (charge) => (
      // Its press reaches the row, which opens the charge.
      <button
        type="button"
        aria-label={`${chargedName(charge)}, ${charge.concept}, ${formatDay(charge.date)}, ver cobro`}
        className="wrap-anywhere rounded text-left underline-offset-3 hover:underline @max-2xl:min-h-11"
      >
        {chargedName(charge)}
      </button>
    ),
  },
  {
    name: 'Concepto',
    cell: ({ concept }) => <span className="wrap-anywhere">{concept}</span>,
  },
  {
    name: 'Fecha',
    width: 'w-28',
    cell: ({ date }) => <span className="whitespace-nowrap tabular-nums">{formatDay(date)}</span>,
  },
  { name: 'Monto', width: 'w-26', kind: 'number', cell: ({ amount }) => formatMoney(amount) },
  { name: 'Estado', width: 'w-31', cell: ({ status }) => <ChargeStatusBadge status={status} /> },
  {
    name: 'Pendiente',
    width: 'w-26',
    kind: 'number',
    cell: ({ pending }) => (pending > 0 ? <span className="font-semibold">{formatMoney(pending)}</span> : NONE),
  },
  { name: 'Medios', width: 'w-30', cell: (charge) => methodText(charge) || NONE },
  {
    name: 'Boleta N°',
    width: 'w-26',
    cell: ({ invoiceNumber }) =>
      invoiceNumber ? <span className="wrap-anywhere tabular-nums">{invoiceNumber}</span> : NONE,
  },
];

const NoneFound = () => (
  <Card>
    <EmptyState
      picture={<NightSky />}
      title="Ningún cobro coincide"
      text="Prueba con otras palabras, otro estado u otro período."
    />
  </Card>
);

/** Whoever has charged nothing for a year sees what this page is for. */
function NoCharges({ until, onCreate }: { until: string; onCreate: () => void }) {
  const { data: months } = useQuery(chargedMonths(until));
  const isNew = months?.every(({ charged, paid }) => charged === 0 && paid === 0) ?? false;
  return (
    <Card>
      <EmptyState
        picture={<NightSky />}
        title={isNew ? 'Tu primer cobro aparecerá aquí' : 'Sin cobros en este período'}
        text={
          isNew
            ? 'Registra lo que cobras en una cita atendida, en una nota o aquí, y quedará a la vista qué te pagaron y qué falta.'
            : 'Elige otro período, o registra un cobro.'
        }
        action={
          <Button look={isNew ? 'primary' : 'secondary'} onClick={onCreate}>
            Nuevo cobro
          </Button>
        }
      />
    </Card>
  );
}
