import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { decideTestDeposit, getTestDeposit } from '#contract/deposits';
import type { TestOutcome } from '#contract/test-checkout';
import { call, queryFor } from '#web/platform/api.ts';

export const useTestDeposit = (id: string) => useQuery(queryFor(getTestDeposit, { params: { id } }));

/** Decides how the payment ends, and leads back. */
export function useDecideTestDeposit(id: string) {
  const { mutate, reset, isPending, isSuccess, variables } = useMutation({
    mutationFn: (outcome: TestOutcome) => call(decideTestDeposit, { params: { id }, body: { outcome } }),
    meta: { failed: 'No se pudo registrar el abono de prueba' },
  });
  // The back/forward cache of the browser shows the page again in the state in which it was left.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset();
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [reset]);
  const decide = (outcome: TestOutcome) => mutate(outcome, { onSuccess: ({ returnTo }) => location.assign(returnTo) });
  return { decide, decided: isPending || isSuccess ? variables : undefined };
}
