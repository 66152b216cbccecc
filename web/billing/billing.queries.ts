import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getAccount } from '#contract/account';
import { checkPayments, createPreference, getStorageUse, getSubscriptionInfo, listPayments } from '#contract/billing';
import { canWriteClinically } from '#contract/clinical-notes';
import type { SubscriptionType } from '#contract/plans';
import { decideTestCheckout, getTestCheckout, type TestOutcome } from '#contract/test-checkout';
import { accountSettings } from '#web/platform/account-settings.ts';
import { call, queryFor, type ReplyOf } from '#web/platform/api.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { queryClient, type Texts } from '#web/platform/query-client.ts';

export const SUBSCRIPTION_NOT_LOADED = 'No se pudo cargar la suscripción';
export const STORAGE_NOT_LOADED = 'No se pudo cargar el almacenamiento';
export const PAYMENTS_NOT_LOADED = 'No se pudo cargar el historial de pagos';

const subscription = queryFor(getSubscriptionInfo, {}, { failed: SUBSCRIPTION_NOT_LOADED });
const storageUse = queryFor(getStorageUse, {}, { failed: STORAGE_NOT_LOADED });
const payments = queryFor(listPayments, {}, { failed: PAYMENTS_NOT_LOADED });

/** Refetched on every visit, because a plan changes outside this tab. Cached data is shown meanwhile. */
const ALWAYS_STALE = { staleTime: 0 };

export const useFreshAccount = () => useQuery({ ...accountSettings, ...ALWAYS_STALE });
export const useSubscription = () => useQuery({ ...subscription, ...ALWAYS_STALE });
export const useStorageUse = () => useQuery({ ...storageUse, ...ALWAYS_STALE });
export const usePayments = () => useQuery({ ...payments, ...ALWAYS_STALE });

/** Reads the cache of `usePayments` without a request of its own. */
export const useCachedPayments = () => useQuery({ ...payments, enabled: false });

const CHANGED_BY_PAYMENTS = [getAccount, getSubscriptionInfo, getStorageUse, listPayments, canWriteClinically];

/** Refetches everything that a payment changes. Cancels pending requests, which may be older than the payment. */
export async function refreshPlan(): Promise<void> {
  const queries = CHANGED_BY_PAYMENTS.map(({ path }) => ({ queryKey: [path] }));
  await Promise.all(queries.map((query) => queryClient.cancelQueries(query)));
  await Promise.all(queries.map((query) => queryClient.invalidateQueries(query)));
}

/** Without toasts, because the user did not start this request. */
export const useCheckPayments = () =>
  useMutation({ mutationFn: () => call(checkPayments), onSettled: () => refreshPlan() });

async function findCheckout(subscriptionType: SubscriptionType): Promise<string> {
  const address = checkoutAddress(await call(createPreference, { body: { subscriptionType } }));
  if (!address) throw new Error('The reply has no checkout address');
  return address;
}

/** For a failed request, or a reply without a checkout address. */
const paymentFailure = (error: Error): string =>
  error instanceof ApiError
    ? error.reply.error || 'No se pudo procesar el pago. Intenta nuevamente.'
    : 'No se pudo crear la preferencia de pago';

export function usePay() {
  const { redirect, pendingChoice } = useRedirect(findCheckout, paymentFailure);
  return { pay: redirect, isBusy: pendingChoice !== undefined };
}

/** Asks the server for an address and loads it. Pending until the browser leaves the page, also after the reply. */
function useRedirect<Choice>(findAddress: (choice: Choice) => Promise<string>, failed: NonNullable<Texts['failed']>) {
  const { mutate, reset, isPending, isSuccess, variables } = useMutation({
    mutationFn: findAddress,
    meta: { failed },
  });
  useEffect(() => onReturnToPage(reset), [reset]);
  // A callback of mutate() and not of useMutation(): it does not run if the user has left the page meanwhile.
  const redirect = (choice: Choice) => mutate(choice, { onSuccess: (address) => location.assign(address) });
  return { redirect, pendingChoice: isPending || isSuccess ? variables : undefined };
}

/** The back/forward cache of the browser shows a page again in the state in which it was left. */
function onReturnToPage(listener: () => void): () => void {
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    listener();
    void refreshPlan();
  };
  addEventListener('pageshow', onPageShow);
  return () => removeEventListener('pageshow', onPageShow);
}

export const useTestCheckout = (id: string) => useQuery(queryFor(getTestCheckout, { params: { id } }));

export function useDecideTestCheckout(id: string) {
  const findReturnAddress = async (outcome: TestOutcome) =>
    (await call(decideTestCheckout, { params: { id }, body: { outcome } })).returnTo;
  const { redirect, pendingChoice } = useRedirect(findReturnAddress, 'No se pudo registrar el pago de prueba');
  return { decide: redirect, decided: pendingChoice };
}

interface PreferenceReply {
  success?: boolean;
  preference?: Partial<ReplyOf<typeof createPreference>['preference']> | null;
}

const isWebAddress = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

/** The address of the checkout; undefined when the reply has no valid one. */
export function checkoutAddress({ success, preference }: PreferenceReply): string | undefined {
  const address = preference?.initPoint || preference?.sandboxInitPoint;
  return success && address && isWebAddress(address) ? address : undefined;
}
