import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { ErrorCode } from '#contract/errors';
import { ApiError, isError, isRefusal } from '#web/platform/api-error.ts';
import { PLANS_ADDRESS } from '#web/platform/paths.ts';
import { currentProfessional } from '#web/platform/professional.ts';
import { onServerReturn } from '#web/platform/server-connection.ts';
import { isSignedIn, onSessionChange } from '#web/platform/session.ts';
import { showToast, type ToastAction } from '#web/ui/toast.ts';

/** The toasts of a request. Without a text, no toast is shown. */
export interface Texts extends Record<string, unknown> {
  /** Used when the reply has no message. A function replaces the message of the reply; undefined shows no toast. */
  done?: string | ((reply: unknown, variables: unknown) => string | undefined);
  doneTitle?: string;
  /** A button in the toast of success. Undefined shows none. */
  doneAction?: (reply: never, variables: never) => ToastAction | undefined;
  /** Used when the server gives no message. A function replaces every message; undefined shows no toast. */
  failed?: string | ((error: Error) => string | undefined);
  failedTitle?: string | ((error: Error) => string);
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Texts;
    mutationMeta: Texts;
  }
}

function notifySuccess(
  reply: unknown,
  variables: unknown,
  { done, doneTitle = 'Éxito', doneAction }: Texts = {},
): void {
  const text = typeof done === 'function' ? done(reply, variables) : done && (ownMessage(reply) ?? done);
  if (!text) return;
  const action = doneAction?.(reply as never, variables as never);
  showToast({ title: doneTitle, description: text, action });
}

function notifyFailure(error: Error, { failed, failedTitle = 'Error' }: Texts = {}): void {
  if (!failed || error.name === 'AbortError' || isEndOfSession(error)) return;
  const description = typeof failed === 'function' ? failed(error) : (serverText(error) ?? failed);
  if (description === undefined) return;
  const title = typeof failedTitle === 'function' ? failedTitle(error) : failedTitle;
  showToast({ title, description, destructive: true, action: planAction(error) });
}

const PLAN_LIMITS: readonly ErrorCode[] = ['PATIENT_LIMIT', 'CLINICAL_LIMIT', 'ASSISTANT_LIMIT', 'QUOTA_REACHED'];

/** A limit of the plan leads to the plans. Assistants have none. */
const planAction = (error: Error): ToastAction | undefined =>
  !currentProfessional() && PLAN_LIMITS.some((code) => isError(error, code))
    ? { label: 'Ver los planes', to: PLANS_ADDRESS }
    : undefined;

/** `endRefusedSession` shows one toast for the end of a session, so the failed requests show none. */
const isEndOfSession = (error: Error) => !isSignedIn() && isError(error, 'NOT_SIGNED_IN');

/** For a form that is not sent because it is invalid. */
export function notifyInvalid(reason: string): void {
  showToast({ title: 'Error', description: reason, destructive: true });
}

const serverText = (error: Error) => (error instanceof ApiError && error.reply.error) || undefined;

const ownMessage = (reply: unknown): string | undefined =>
  typeof reply === 'object' && reply && 'message' in reply && typeof reply.message === 'string' && reply.message
    ? reply.message
    : undefined;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => notifyFailure(error, query.meta) }),
  mutationCache: new MutationCache({
    onSuccess: (reply, variables, _result, mutation) => notifySuccess(reply, variables, mutation.meta),
    onError: (error, _variables, _result, mutation) => notifyFailure(error, mutation.meta),
  }),
  defaultOptions: {
    // 'always': without a network, a request fails with a message instead of waiting.
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (failures, error) => failures < 1 && !isRefusal(error),
    },
    mutations: { networkMode: 'always' },
  },
});

/** Fetched on every visit and not refetched during it: a form that is being edited must not change. */
export const FETCH_ONCE = {
  gcTime: 0,
  staleTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** When the server answers again after an outage, failed queries and queries with old data are fetched again. */
export function refetchOnServerReturn(): () => void {
  return onServerReturn(() => {
    queryClient.getQueryCache().onOnline();
    void queryClient.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.status === 'error' },
      { cancelRefetch: false },
    );
  });
}

/** Data of one user must not stay for the next one, nor the variables of mutations: a login contains the password. */
export function clearCacheOnSessionChange(): () => void {
  return onSessionChange(() => {
    queryClient.getMutationCache().clear();
    if (isSignedIn()) void queryClient.resetQueries();
    else queryClient.getQueryCache().clear();
  });
}
