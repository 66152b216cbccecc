import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isError, isRefusal } from '#web/platform/api-error.ts';
import { isSignedIn, onSessionChange } from '#web/platform/session.ts';
import { showToast } from '#web/ui/toast.ts';

/** What a request says to the person who made it. Where a text is missing, nothing is said. */
export interface Texts extends Record<string, unknown> {
  done?: string;
  doneTitle?: string;
  /** Said when the server gives no reason, or a function that words every failure: undefined for what is told otherwise. */
  failed?: string | ((error: Error) => string | undefined);
  failedTitle?: string | ((error: Error) => string);
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Texts;
    mutationMeta: Texts;
  }
}

function notifySuccess(reply: unknown, { done, doneTitle = 'Éxito' }: Texts = {}): void {
  if (done) showToast({ title: doneTitle, description: ownMessage(reply) ?? done });
}

function notifyFailure(error: Error, { failed, failedTitle = 'Error' }: Texts = {}): void {
  if (!failed || error.name === 'AbortError' || isEndOfSession(error)) return;
  const description = typeof failed === 'function' ? failed(error) : (serverText(error) ?? failed);
  if (description === undefined) return;
  const title = typeof failedTitle === 'function' ? failedTitle(error) : failedTitle;
  showToast({ title, description, destructive: true });
}

/** Told by itself, once, and not by everything that was under way. */
const isEndOfSession = (error: Error) => !isSignedIn() && isError(error, 'NOT_SIGNED_IN');

/** For a form that is not even sent: no request is there to speak for it. */
export function notifyInvalid(reason: string): void {
  showToast({ title: 'Error', description: reason, destructive: true });
}

const serverText = (error: Error) => (error instanceof ApiError && error.reply.error) || undefined;

/** A reply that brings its own message speaks for itself. */
const ownMessage = (reply: unknown): string | undefined =>
  typeof reply === 'object' && reply && 'message' in reply && typeof reply.message === 'string' && reply.message
    ? reply.message
    : undefined;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => notifyFailure(error, query.meta) }),
  mutationCache: new MutationCache({
    onSuccess: (reply, _variables, _result, mutation) => notifySuccess(reply, mutation.meta),
    onError: (error, _variables, _result, mutation) => notifyFailure(error, mutation.meta),
  }),
  defaultOptions: {
    // 'always': without a network a request fails and says so, instead of waiting for one in silence.
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (failures, error) => failures < 1 && !isRefusal(error),
    },
    mutations: { networkMode: 'always' },
  },
});

/** Read for every visit and once in it: whoever writes on it is not told of what comes later. */
export const FETCH_ONCE = {
  gcTime: 0,
  staleTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** One person's data never stays for the next one, nor what they sent: a login has the password in it. */
export function clearCacheOnSessionChange(): () => void {
  return onSessionChange(() => {
    queryClient.getMutationCache().clear();
    if (isSignedIn()) void queryClient.resetQueries();
    else queryClient.getQueryCache().clear();
  });
}
