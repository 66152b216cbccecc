import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createAbsence,
  deleteAbsence,
  getWorkingHours,
  listAbsences,
  type NewAbsence,
  putWorkingHours,
  type WorkingHours,
} from '#contract/working-hours';
import { call, queryFor } from '#web/platform/api.ts';

export const HOURS_NOT_LOADED = 'No se pudo cargar tu horario de atención';
export const ABSENCES_NOT_LOADED = 'No se pudieron cargar tus bloqueos';

// The cards show their own failures, and the agenda reads the same data without a toast.
const workingHours = queryFor(getWorkingHours, {});
const absences = queryFor(listAbsences, {});

export const useWorkingHours = () => useQuery(workingHours);

export function useSaveWorkingHours() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: WorkingHours) => call(putWorkingHours, { body }),
    meta: { done: 'Horario guardado correctamente', failed: 'No se pudo guardar el horario' },
    onSuccess: (saved) => cache.setQueryData(workingHours.queryKey, saved),
  });
}

export const useAbsences = () => useQuery(absences);

export function useCreateAbsence() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: NewAbsence) => call(createAbsence, { body }),
    meta: { done: 'Bloqueo agregado correctamente', failed: 'No se pudo agregar el bloqueo' },
    onSuccess: () => cache.invalidateQueries({ queryKey: absences.queryKey }),
  });
}

export function useDeleteAbsence() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteAbsence, { params: { id } }),
    meta: { done: 'Bloqueo eliminado correctamente', failed: 'No se pudo eliminar el bloqueo' },
    // Also after a failure: it may have been deleted in another window.
    onSettled: () => cache.invalidateQueries({ queryKey: absences.queryKey }),
  });
}
