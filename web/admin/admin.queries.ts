import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type AdminUser,
  countUsers,
  countWebhooks,
  deleteUser,
  getStatistics,
  getSubscriptionOfUser,
  getUser,
  listUsers,
  listWebhooks,
  resetPassword,
  setSubscription,
  USERS_PER_PAGE,
} from '#contract/admin';
import { listClosedAccounts } from '#contract/closed-accounts';
import type { Endpoint } from '#contract/endpoint';
import { countMails, listMails, MAILS_PER_PAGE } from '#contract/mail';
import {
  AGREEMENTS_PER_PAGE,
  countProcessingAgreements,
  listProcessingAgreements,
} from '#contract/processing-agreement';
import { type IdentityDecision, setIdentity } from '#contract/professional-identity';
import { FAILED } from '#web/admin/admin-texts.ts';
import type { UserOrder } from '#web/admin/list-address.ts';
import { listingOf } from '#web/admin/listing.ts';
import { toggledStatus } from '#web/admin/user-actions.ts';
import { call, queryFor } from '#web/platform/api.ts';
import { isError } from '#web/platform/api-error.ts';
import type { Sorting } from '#web/ui/table.tsx';

export const useStatistics = () => useQuery(queryFor(getStatistics, {}, { failed: FAILED.statistics }));

/** Keeps the previous page while the next one loads. */
export function useUsersPage(page: number, search: string, { by, direction }: Sorting<UserOrder>) {
  const filter = { search: search || undefined };
  const window = { ...filter, page, limit: USERS_PER_PAGE, sort: by, order: direction };
  const texts = { failed: FAILED.users };
  return listingOf(
    useQuery({ ...queryFor(listUsers, { query: window }, texts), placeholderData: keepPreviousData }),
    useQuery({ ...queryFor(countUsers, { query: filter }, texts), placeholderData: keepPreviousData }),
  );
}

/** Keeps the previous page while the next one loads. */
export function useAgreementsPage(page: number, search: string) {
  const filter = { search: search || undefined };
  const window = { ...filter, page, limit: AGREEMENTS_PER_PAGE };
  const texts = { failed: FAILED.agreements };
  return listingOf(
    useQuery({ ...queryFor(listProcessingAgreements, { query: window }, texts), placeholderData: keepPreviousData }),
    useQuery({ ...queryFor(countProcessingAgreements, { query: filter }, texts), placeholderData: keepPreviousData }),
  );
}

/** Keeps the previous page while the next one loads. */
export function useMailsPage(page: number, search: string) {
  const filter = { search: search || undefined };
  const window = { ...filter, page, limit: MAILS_PER_PAGE };
  const texts = { failed: FAILED.mails };
  return listingOf(
    useQuery({ ...queryFor(listMails, { query: window }, texts), placeholderData: keepPreviousData }),
    useQuery({ ...queryFor(countMails, { query: filter }, texts), placeholderData: keepPreviousData }),
  );
}

export const useUser = (id: string) =>
  useQuery({ ...queryFor(getUser, { params: { id } }, { failed: FAILED.user }), staleTime: 0 });

/** Refetches the queries of these endpoints that are in use, and marks the others as stale. */
export const refresh = (cache: QueryClient, endpoints: readonly Endpoint[]): Promise<unknown> =>
  Promise.all(endpoints.map(({ path }) => cache.invalidateQueries({ queryKey: [path] })));

/** A record already deleted in another window counts as deleted. */
export const ignoreNotFound = (error: unknown): Promise<undefined> =>
  isError(error, 'NOT_FOUND') ? Promise.resolve(undefined) : Promise.reject(error);

export function useToggleSubscription(user: AdminUser) {
  const cache = useQueryClient();
  const status = toggledStatus(user);
  return useMutation({
    mutationFn: () => call(setSubscription, { params: { id: user._id }, body: { status } }),
    meta: {
      done: `Suscripción de ${user.name} ${status === 'paid' ? 'activada' : 'terminada'}`,
      failed: 'No se pudo actualizar la suscripción',
    },
    onSuccess: () => refresh(cache, [listUsers, getUser, getStatistics, getSubscriptionOfUser]),
  });
}

export function useSetIdentity({ _id, name }: AdminUser) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: IdentityDecision) => call(setIdentity, { params: { id: _id }, body }),
    meta: {
      done: `Identidad de ${name} actualizada`,
      failed: 'No se pudo actualizar la identidad',
    },
    // Also after a failure: the account may have changed in the meantime.
    onSettled: () => refresh(cache, [listUsers, getUser]),
  });
}

export const useResetPassword = ({ _id, name }: AdminUser) =>
  useMutation({
    mutationFn: () => call(resetPassword, { params: { id: _id } }),
    meta: { done: `Contraseña de ${name} restablecida a su RUT`, failed: 'No se pudo restablecer la contraseña' },
  });

export function useDeleteUser({ _id, name }: AdminUser) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteUser, { params: { id: _id } }).catch(ignoreNotFound),
    meta: { done: `Usuario ${name} eliminado`, failed: 'No se pudo eliminar el usuario' },
    onSuccess: () =>
      refresh(cache, [listUsers, countUsers, getStatistics, listWebhooks, countWebhooks, listClosedAccounts]),
  });
}
