import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  countWebhooks,
  deletePayment,
  deleteWebhook,
  getStatistics,
  getSubscriptionOfUser,
  listPaymentsOfUser,
  listWebhooks,
  listWebhooksOfUser,
  WEBHOOKS_PER_PAGE,
} from '#contract/admin';
import { ignoreNotFound, refresh } from '#web/admin/admin.queries.ts';
import { FAILED } from '#web/admin/admin-texts.ts';
import { listingOf } from '#web/admin/listing.ts';
import { call, queryFor } from '#web/platform/api.ts';

/** Keeps the previous page while the next one loads. */
export function useWebhooksPage(page: number, search: string) {
  const filter = { search: search || undefined };
  const window = { ...filter, page, limit: WEBHOOKS_PER_PAGE };
  const texts = { failed: FAILED.webhooks };
  return listingOf(
    useQuery({ ...queryFor(listWebhooks, { query: window }, texts), placeholderData: keepPreviousData }),
    useQuery({ ...queryFor(countWebhooks, { query: filter }, texts), placeholderData: keepPreviousData }),
  );
}

/** Refetched whenever the dialog opens. Cached data is shown meanwhile. */
const ALWAYS_STALE = { staleTime: 0 };

export const useSubscriptionOf = (id: string) =>
  useQuery({
    ...queryFor(getSubscriptionOfUser, { params: { id } }, { failed: FAILED.subscription }),
    ...ALWAYS_STALE,
  });

export const usePaymentsOf = (id: string) =>
  useQuery({ ...queryFor(listPaymentsOfUser, { params: { id } }, { failed: FAILED.payments }), ...ALWAYS_STALE });

export const useWebhooksOf = (id: string) =>
  useQuery({ ...queryFor(listWebhooksOfUser, { params: { id } }, { failed: FAILED.webhooks }), ...ALWAYS_STALE });

export function useDeletePayment(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(deletePayment, { params: { id } }).catch(ignoreNotFound),
    meta: { done: 'Pago eliminado correctamente', failed: 'No se pudo eliminar el pago' },
    onSuccess: () => refresh(cache, [listPaymentsOfUser]),
  });
}

export function useDeleteWebhook(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteWebhook, { params: { id } }).catch(ignoreNotFound),
    meta: { done: 'Webhook eliminado correctamente', failed: 'No se pudo eliminar el webhook' },
    onSuccess: () => refresh(cache, [listWebhooks, countWebhooks, listWebhooksOfUser, getStatistics]),
  });
}
