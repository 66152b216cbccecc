import { useMutation, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { createService, deleteService, listServices, type NewService, updateService } from '#contract/services';
import { call, queryFor } from '#web/platform/api.ts';

export const SERVICES_NOT_LOADED = 'No se pudieron cargar tus servicios';

// The card shows its own failure, and 'Nueva Cita' goes on without services. A function, because the key names the
// professional for whom an assistant works.
const services = () => queryFor(listServices, {});

export const useServices = () => useQuery(services());

/** Known before 'Nueva Cita' opens, so that no field appears afterwards. */
export const usePrefetchServices = () => usePrefetchQuery(services());

/** `id` is undefined for a new one. */
export function useSaveService(id: string | undefined) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: NewService) =>
      id ? call(updateService, { params: { id }, body }) : call(createService, { body }),
    meta: { done: 'Servicio guardado correctamente', failed: 'No se pudo guardar el servicio' },
    onSuccess: () => cache.invalidateQueries({ queryKey: services().queryKey }),
  });
}

export function useDeleteService() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteService, { params: { id } }),
    meta: { done: 'Servicio eliminado correctamente', failed: 'No se pudo eliminar el servicio' },
    // Also after a failure: it may have been deleted in another window.
    onSettled: () => cache.invalidateQueries({ queryKey: services().queryKey }),
  });
}
