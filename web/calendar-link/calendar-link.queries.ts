import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createCalendarLink, deleteCalendarLink, getCalendarLink } from '#contract/calendar-link';
import { call, queryFor } from '#web/platform/api.ts';

export const LINK_NOT_LOADED = 'No se pudo cargar si tu agenda tiene una dirección';

// The card shows its own failure.
const calendarLink = queryFor(getCalendarLink, {});

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
