import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getAccount } from '#contract/account';
import { checkPayments, createPreference, getSubscriptionInfo, listPayments } from '#contract/billing';
import { canWriteClinically } from '#contract/clinical-notes';
import type { SubscriptionType } from '#contract/plans';
import { decideTestCheckout, getTestCheckout, type TestOutcome } from '#contract/test-checkout';
import { checkoutAddress } from '#web/billing/checkout-address.ts';
import { accountSettings } from '#web/platform/account-settings.ts';
import { call, queryFor } from '#web/platform/api.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { queryClient, type Texts } from '#web/platform/query-client.ts';

export const SUBSCRIPTION_UNREADABLE = 'No se pudo cargar la suscripción';
export const PAYMENTS_UNREADABLE = 'No se pudo cargar el historial de pagos';

const subscription = queryFor(getSubscriptionInfo, {}, { failed: SUBSCRIPTION_UNREADABLE });
const payments = queryFor(listPayments, {}, { failed: PAYMENTS_UNREADABLE });

/** What is known is shown at once, and asked anew at every visit: a plan begins and ends without this tab's doing. */
const AT_EVERY_VISIT = { staleTime: 0 };

export const useFreshAccount = () => useQuery({ ...accountSettings, ...AT_EVERY_VISIT });
export const useSubscription = () => useQuery({ ...subscription, ...AT_EVERY_VISIT });
export const usePayments = () => useQuery({ ...payments, ...AT_EVERY_VISIT });

/** As far as the history on the same screen has read them. */
export const useKnownPayments = () => useQuery({ ...payments, enabled: false });

const CHANGED_BY_PAYMENTS = [getAccount, getSubscriptionInfo, listPayments, canWriteClinically];

/** Fetches again all that a payment may have changed; what is already on its way may have been asked too early. */
export async function refreshPlan(): Promise<void> {
  const queries = CHANGED_BY_PAYMENTS.map(({ path }) => ({ queryKey: [path] }));
  await Promise.all(queries.map((query) => queryClient.cancelQueries(query)));
  await Promise.all(queries.map((query) => queryClient.invalidateQueries(query)));
}

/** In silence: whoever comes back from the checkout did not ask for it. */
export const useCheckPayments = () =>
  useMutation({ mutationFn: () => call(checkPayments), onSettled: () => refreshPlan() });

async function findCheckout(subscriptionType: SubscriptionType): Promise<string> {
  const address = checkoutAddress(await call(createPreference, { body: { subscriptionType } }));
  if (!address) throw new Error('The answer names no checkout');
  return address;
}

/** A call that did not succeed, or an answer of which nothing can be made. */
const paymentFailure = (error: Error): string =>
  error instanceof ApiError
    ? error.reply.error || 'No se pudo procesar el pago. Intenta nuevamente.'
    : 'No se pudo crear la preferencia de pago';

export function usePay() {
  const { leave, leavingWith } = useWayOut(findCheckout, paymentFailure);
  return { pay: leave, isBusy: leavingWith !== undefined };
}

/** Asks the server where to go, and goes there. Busy until the browser has left, and no longer when it is back. */
function useWayOut<Choice>(findAddress: (choice: Choice) => Promise<string>, failed: Texts['failed']) {
  const { mutate, reset, isPending, isSuccess, variables } = useMutation({
    mutationFn: findAddress,
    meta: { failed },
  });
  useEffect(() => onReturnToPage(reset), [reset]);
  // Said with the press: whoever has left the page meanwhile is not taken away from where they are.
  const leave = (choice: Choice) => mutate(choice, { onSuccess: (address) => location.assign(address) });
  return { leave, leavingWith: isPending || isSuccess ? variables : undefined };
}

/** The browser may keep a page that was left and show it again, with everything on it as it stood. */
function onReturnToPage(wake: () => void): () => void {
  const hear = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    wake();
    void refreshPlan();
  };
  addEventListener('pageshow', hear);
  return () => removeEventListener('pageshow', hear);
}

export const useTestCheckout = (id: string) => useQuery(queryFor(getTestCheckout, { params: { id } }));

export function useDecideTestCheckout(id: string) {
  const decideOn = async (outcome: TestOutcome) =>
    (await call(decideTestCheckout, { params: { id }, body: { outcome } })).returnTo;
  const { leave, leavingWith } = useWayOut(decideOn, 'No se pudo registrar el pago de prueba');
  return { decide: leave, decided: leavingWith };
}
