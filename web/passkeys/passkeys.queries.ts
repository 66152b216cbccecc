import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listPasskeys, type Passkey, removePasskey } from '#contract/passkeys';
import { loadWebauthn } from '#web/passkeys/load-webauthn.ts';
import { call, queryFor } from '#web/platform/api.ts';

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
  return useMutation({
    mutationFn: async ({ name, signal }: Addition) => (await loadWebauthn()).createPasskey(name, signal),
    gcTime: 0,
    meta: { done: 'Llave de acceso agregada', ...(failed && { failed }) },
    onSuccess: () => cache.invalidateQueries({ queryKey: passkeys.queryKey }),
  });
}

export function useRemovePasskey() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(removePasskey, { params: { id } }),
    meta: { done: 'Llave de acceso eliminada', failed: 'No se pudo eliminar la llave de acceso' },
    // Also after a failure: it may have been removed meanwhile.
    onSettled: () => cache.invalidateQueries({ queryKey: passkeys.queryKey }),
  });
}
