import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { refreshPlan, useCheckPayments } from '#web/billing/billing.queries.ts';
import { showToast } from '#web/ui/toast.ts';

/** The provider's notification may take as long to arrive. */
const REFETCH_AFTER_MS = 2000;

const OUTCOMES = {
  success: {
    title: '¡Pago Exitoso!',
    description: 'Estamos confirmando tu pago: tu suscripción se actualizará en unos segundos.',
  },
  failure: {
    title: 'Pago Rechazado',
    description: 'El pago no se completó. Puedes intentarlo nuevamente o usar otro medio de pago.',
    destructive: true,
  },
  pending: {
    title: 'Pago Pendiente',
    description: 'Tu pago está en proceso. Activaremos tu plan apenas se confirme.',
    neutral: true,
  },
};
type Outcome = keyof typeof OUTCOMES;

interface Return {
  /** Undefined for a word that we do not know. */
  outcome?: Outcome;
  /** What stays in the address: the provider adds a dozen parameters of its own. */
  rest: URLSearchParams;
}

/** What the address says of a payment; undefined when it says nothing. */
export function paymentReturn(params: URLSearchParams): Return | undefined {
  const said = params.get('payment');
  if (said === null) return undefined;
  const rest = new URLSearchParams({ tab: params.get('tab') ?? 'suscripcion' });
  return { outcome: Object.keys(OUTCOMES).find((outcome): outcome is Outcome => outcome === said), rest };
}

/**
 * Says how a payment ended, once: it is read from the address and taken out of it. What counts is the server's answer.
 * Tells whether one was made, as far as the address knows.
 */
export function usePaymentReturn(): boolean {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  const { mutate: check } = useCheckPayments();
  const read = useRef<string>(undefined);
  const [hasPaid, setPaid] = useState(false);
  useEffect(() => {
    const back = paymentReturn(params);
    if (!back || read.current === key) return;
    read.current = key;
    setParams(back.rest, { replace: true, preventScrollReset: true });
    if (!back.outcome) return;
    showToast(OUTCOMES[back.outcome]);
    check();
    setPaid(back.outcome === 'success');
    if (back.outcome === 'success') setTimeout(() => void refreshPlan(), REFETCH_AFTER_MS);
  }, [params, setParams, key, check]);
  return hasPaid;
}
