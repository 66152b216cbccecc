import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { beginTotp, confirmTotp, removeTotp } from '#contract/second-factor';
import { endOtherSessions, endSession, listSessions } from '#contract/sessions';
import { refreshUser } from '#web/auth/auth.queries.ts';
import { call, queryFor } from '#web/platform/api.ts';

export const SESSIONS_NOT_LOADED = 'No se pudieron cargar los dispositivos';
const NOT_ENDED = 'No se pudo cerrar la sesión';
const openSessions = queryFor(listSessions, {}, { failed: SESSIONS_NOT_LOADED });

export const useSessions = () => useQuery({ ...openSessions, staleTime: 0 });

export function useEndSession() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    meta: { done: 'Sesión cerrada', failed: NOT_ENDED },
    // Also after a failure: the session may have ended meanwhile.
    onSettled: () => cache.invalidateQueries({ queryKey: openSessions.queryKey }),
  });
}

export function useEndOtherSessions() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(endOtherSessions),
    meta: { done: 'Cerramos las demás sesiones', failed: NOT_ENDED },
    onSettled: () => cache.invalidateQueries({ queryKey: openSessions.queryKey }),
  });
}

const NOT_ENABLED = 'No se pudo activar la verificación en dos pasos';

export const useBeginTotp = () =>
  useMutation({ mutationFn: () => call(beginTotp), gcTime: 0, meta: { failed: NOT_ENABLED } });

export const useConfirmTotp = () =>
  useMutation({
    mutationFn: (code: string) => call(confirmTotp, { body: { code } }),
    gcTime: 0,
    meta: { done: 'Verificación en dos pasos activada', failed: NOT_ENABLED },
  });

export const useRemoveTotp = () =>
  useMutation({
    mutationFn: (password: string) => call(removeTotp, { body: { password } }),
    gcTime: 0,
    meta: {
      done: 'Verificación en dos pasos desactivada',
      failed: 'No se pudo desactivar la verificación en dos pasos',
    },
    onSuccess: refreshUser,
  });
