import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { refreshPlan, useCheckPayments } from '#web/billing/billing.queries.ts';
import { useSearchParams } from '#web/ui/navigation.tsx';
import { showToast } from '#web/ui/toast.ts';

/** Time for the provider's notification to arrive. */
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
  /** Undefined for an unknown value. */
  outcome: Outcome | undefined;
  /** The parameters to keep: the provider adds a dozen of its own. */
  rest: URLSearchParams;
}

/** The return from the checkout in the address, if there is one. */
export function paymentReturn(params: URLSearchParams): Return | undefined {
  const parameter = params.get('payment');
  if (parameter === null) return undefined;
  const rest = new URLSearchParams({ tab: params.get('tab') ?? 'suscripcion' });
  return { outcome: Object.keys(OUTCOMES).find((outcome): outcome is Outcome => outcome === parameter), rest };
}

/**
 * Shows the outcome of a payment once, and removes it from the address. The address proves nothing: the server decides
 * whether the payment counts. Returns whether the address reported a successful payment.
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
