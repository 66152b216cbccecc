import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listPasskeys, type Passkey, removePasskey } from '#contract/passkeys';
import { loadWebauthn } from '#web/passkeys/load-webauthn.ts';
import { call, queryFor } from '#web/platform/api.ts';
import { isError } from '#web/platform/api-error.ts';

export const PASSKEYS_NOT_LOADED = 'No se pudieron cargar las llaves de acceso';
const passkeys = queryFor(listPasskeys, {});

export const usePasskeys = (enabled = true) => useQuery({ ...passkeys, enabled, staleTime: 0 });

export const isUsable = ({ formerHost }: Passkey): boolean => formerHost === undefined;

interface Addition {
  name: string;
  signal?: AbortSignal;
}

/** `failed` is the text of the toast. Without it, the caller shows the error. */
export function useAddPasskey(failed?: (error: Error) => string) {
  const cache = useQueryClient();
  const reload = () => cache.invalidateQueries({ queryKey: passkeys.queryKey });
  return useMutation({
    mutationFn: async ({ name, signal }: Addition) => (await loadWebauthn()).createPasskey(name, signal),
    gcTime: 0,
    meta: { done: 'Llave de acceso agregada', ...(failed && { failed }) },
    onSuccess: reload,
    // The server may have stored the passkey although its answer was lost. The error is shown without waiting.
    onError: () => void reload(),
  });
}

export function useRemovePasskey() {
  const cache = useQueryClient();
  return useMutation({
    // A passkey already removed in another window counts as removed.
    mutationFn: (id: string) =>
      call(removePasskey, { params: { id } }).catch((error) =>
        isError(error, 'NOT_FOUND') ? undefined : Promise.reject(error),
      ),
    meta: { done: 'Llave de acceso eliminada', failed: 'No se pudo eliminar la llave de acceso' },
    // Also after a failure: the passkey may have been removed although the answer was lost.
    onSettled: () => cache.invalidateQueries({ queryKey: passkeys.queryKey }),
  });
}
