import { Clock, Info } from 'lucide-react';
import { useId, useState } from 'react';
import {
  ANNUAL_PRICE_PER_MONTH,
  ANNUAL_SAVING,
  ANNUAL_SAVING_PER_MONTH,
  formatMoney,
  formatPesos,
  PERIODS,
  SUBSCRIPTION_TYPES,
  type SubscriptionType,
} from '#contract/plans';
import { useCachedPayments, type usePay } from '#web/billing/billing.queries.ts';
import { GRANTED_PLANS, PLAN_TYPES, pendingText } from '#web/billing/subscription-texts.ts';
import { paymentsWithoutProvider } from '#web/platform/payments.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Badge } from '#web/ui/badge.tsx';
import { BusyButton } from '#web/ui/busy-button.tsx';

const OFFERS: Record<SubscriptionType, { period: string; span: string; notes: string[] }> = {
  monthly: { period: 'CLP al mes', span: 'un mes', notes: ['Pagas mes a mes, sin permanencia.'] },
  annual: {
    period: 'CLP al año',
    span: 'un año',
    notes: [
      `Equivale a ${formatPesos(ANNUAL_PRICE_PER_MONTH)} CLP al mes.`,
      `Ahorras ${formatPesos(ANNUAL_SAVING_PER_MONTH)} CLP al mes: ${formatPesos(ANNUAL_SAVING)} CLP al año.`,
    ],
  },
};

interface Props {
  suggested: SubscriptionType | null;
  payment: ReturnType<typeof usePay>;
}

/** The periods on offer and the button to the checkout. */
export function PlanPicker({ suggested, payment: { pay, isBusy } }: Props) {
  // An earlier period may no longer be on offer.
  const [chosen, setChosen] = useState(SUBSCRIPTION_TYPES.find((type) => type === suggested) ?? 'monthly');
  const pending = pendingText(useCachedPayments().data ?? [], useTimeZone());
  const pendingId = useId();
  const unpaid = paymentsWithoutProvider();
  const unpaidId = useId();
  return (
    <div>
      {unpaid && (
        <p id={unpaidId} className="mb-5 flex items-start gap-2.5 rounded-control bg-blue-tint p-4">
          <Info size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-blue" />
          <span>{GRANTED_PLANS[unpaid]}</span>
        </p>
      )}
      <fieldset disabled={isBusy}>
        <legend className="sr-only">Plan</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          {SUBSCRIPTION_TYPES.map((type) => (
            <PlanOption key={type} type={type} checked={type === chosen} onChoose={() => setChosen(type)} />
          ))}
        </div>
      </fieldset>
      <p className="mt-5 text-muted text-sm tabular-nums">
        Pagas <strong className="text-ink">{formatMoney(PERIODS[chosen].price)} CLP</strong> una sola vez, por{' '}
        {OFFERS[chosen].span}. No hay cobros automáticos.
      </p>
      {pending && (
        <p id={pendingId} className="mt-4 flex items-start gap-2.5 rounded-control bg-orange-tint p-4">
          <Clock size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-orange" />
          {pending}
        </p>
      )}
      <BusyButton
        label="Pagar con Mercado Pago"
        busyLabel="Procesando..."
        busy={isBusy}
        onPress={() => pay(chosen)}
        aria-describedby={[unpaid && unpaidId, pending && pendingId].filter(Boolean).join(' ') || undefined}
        size="lg"
        className="mt-4 max-sm:w-full"
      />
    </div>
  );
}

interface OptionProps {
  type: SubscriptionType;
  checked: boolean;
  onChoose: () => void;
}

function PlanOption({ type, checked, onChoose }: OptionProps) {
  const id = useId();
  const { period, notes } = OFFERS[type];
  return (
    <label
      htmlFor={id}
      className="flex cursor-pointer flex-col rounded-card border border-line p-5 ring-austral-600 transition-colors duration-150 has-checked:border-austral-600 has-checked:bg-austral-50 has-checked:ring-1 has-focus-visible:outline-2 has-focus-visible:outline-austral-600 has-focus-visible:outline-offset-2 hover:border-austral-600 has-disabled:cursor-not-allowed"
    >
      <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <input
          id={id}
          type="radio"
          name="plan"
          checked={checked}
          onChange={onChoose}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-offer`}
          className="size-5 shrink-0 accent-austral-600 outline-none"
        />
        <span id={`${id}-name`} className="font-bold text-lg">
          {PLAN_TYPES[type]}
        </span>
        {type === 'annual' && (
          <span className="ml-auto">
            <Badge>Mejor valor</Badge>
          </span>
        )}
      </span>
      <span id={`${id}-offer`} className="mt-3 block tabular-nums">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-bold text-heading">{formatMoney(PERIODS[type].price)}</span>
          <span className="text-muted">{period}</span>
        </span>
        {notes.map((note) => (
          <span key={note} className="mt-1 block text-muted text-sm">
            {note}
          </span>
        ))}
      </span>
    </label>
  );
}
