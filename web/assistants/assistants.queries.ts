import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Assistant,
  type AssistantInvitation,
  type AssistantPermissions,
  changeAssistant,
  confirmAssistant,
  endAssistant,
  inviteAssistant,
  listAssistantActs,
  listAssistants,
} from '#contract/assistants';
import { call, queryFor } from '#web/platform/api.ts';
import { FETCH_ONCE } from '#web/platform/query-client.ts';

export const ASSISTANTS_NOT_LOADED = 'No se pudo cargar tu secretaría';
export const ACTS_NOT_LOADED = 'No se pudo cargar lo que hizo';
const ACTS_AT_ONCE = 20;

const assistants = queryFor(listAssistants, {});

/** Refetched on every visit: an invitation is accepted outside this tab. */
export const useAssistants = () => useQuery({ ...assistants, staleTime: 0 });

/** An invitation of the same e-mail replaces the pending one. */
export function useInviteAssistant() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: AssistantInvitation) => call(inviteAssistant, { body }),
    // The reply contains the link.
    gcTime: 0,
    meta: { failed: 'No se pudo crear la invitación' },
    onSettled: () => cache.invalidateQueries({ queryKey: assistants.queryKey }),
  });
}

export function useChangeAssistant(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: AssistantPermissions) => call(changeAssistant, { params: { id }, body }),
    // Each change contains both permissions, so the last one must arrive last.
    scope: { id: `${changeAssistant.path} ${id}` },
    meta: { done: 'Permisos guardados', failed: 'No se pudieron guardar los permisos' },
    onSuccess: (changed) =>
      cache.setQueryData(assistants.queryKey, (list) => list?.map((one) => (one._id === id ? changed : one))),
    // Also after a failure: the person may have been removed in another window.
    onSettled: () => cache.invalidateQueries({ queryKey: assistants.queryKey }),
  });
}

export function useConfirmAssistant(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(confirmAssistant, { params: { id } }),
    meta: { done: 'Acceso confirmado', failed: 'No se pudo confirmar el acceso' },
    onSettled: () => cache.invalidateQueries({ queryKey: assistants.queryKey }),
  });
}

export function useEndAssistant() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Assistant) => call(endAssistant, { params: { id: _id } }),
    meta: {
      done: (_reply, assistant) =>
        (assistant as Assistant).status === 'invited' ? 'Invitación anulada' : 'Acceso terminado',
      failed: 'No se pudo terminar el acceso',
    },
    onSettled: () => cache.invalidateQueries({ queryKey: assistants.queryKey }),
  });
}

/** Read when it is opened, because each reading is recorded in the access log. */
export const useAssistantActs = (id: string) =>
  useInfiniteQuery({
    queryKey: [listAssistantActs.path, id],
    queryFn: ({ pageParam: before, signal }) =>
      call(listAssistantActs, { params: { id }, query: { limit: ACTS_AT_ONCE, before } }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < ACTS_AT_ONCE ? undefined : page.at(-1)?.number),
    ...FETCH_ONCE,
    meta: { failed: ACTS_NOT_LOADED },
  });
