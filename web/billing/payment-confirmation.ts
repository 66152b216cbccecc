import { useEffect, useState } from 'react';
import { useCheckPayments } from '#web/billing/billing.queries.ts';

const POLL_INTERVAL_MS = 5000;
const GIVE_UP_AFTER_MS = 60_000;

export type Confirmation = 'awaited' | 'late';

/** Checks for an awaited payment every few seconds, for at most a minute. */
export function usePaymentConfirmation(isAwaited: boolean): Confirmation | undefined {
  const { mutate: check, isPending: isAsking } = useCheckPayments();
  const [isLate, setLate] = useState(false);

  useEffect(() => {
    if (!isAwaited) return;
    const givingUp = setTimeout(() => setLate(true), GIVE_UP_AFTER_MS);
    return () => {
      clearTimeout(givingUp);
      setLate(false);
    };
  }, [isAwaited]);

  useEffect(() => {
    if (!isAwaited || isLate || isAsking) return;
    const next = setTimeout(check, POLL_INTERVAL_MS);
    return () => clearTimeout(next);
  }, [isAwaited, isLate, isAsking, check]);

  if (!isAwaited) return undefined;
  return isLate ? 'late' : 'awaited';
}
