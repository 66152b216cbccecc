import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createCalendarLink, deleteCalendarLink, getCalendarLink } from '#contract/calendar-link';
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
export const LINK_NOT_LOADED = 'No se pudo cargar si tu agenda tiene una dirección';

// The cards show their own failures, and the agenda reads the same data without a toast.
const workingHours = queryFor(getWorkingHours, {});
const absences = queryFor(listAbsences, {});
const calendarLink = queryFor(getCalendarLink, {});

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

export const useCalendarLink = () => useQuery({ ...calendarLink, staleTime: 0 });

export function useCreateCalendarLink() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (names: boolean) => call(createCalendarLink, { body: { names } }),
    // The reply contains the secret.
    gcTime: 0,
    meta: { failed: 'No se pudo crear la dirección' },
    onSuccess: ({ names, createdAt }) => cache.setQueryData(calendarLink.queryKey, { link: { names, createdAt } }),
  });
}

export function useDeleteCalendarLink() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteCalendarLink),
    meta: { done: 'La dirección dejó de funcionar', failed: 'No se pudo desactivar la dirección' },
    onSuccess: () => cache.setQueryData(calendarLink.queryKey, { link: null }),
  });
}
