import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type BookingSettings,
  getBookingSettings,
  type PreviewedRules,
  previewBookingHours,
  putBookingSettings,
} from '#contract/booking-settings';
import type { ErrorCode } from '#contract/errors';
import { call, queryFor } from '#web/platform/api.ts';
import { isError } from '#web/platform/api-error.ts';

export const SETTINGS_NOT_LOADED = 'No se pudieron cargar las reglas de tu reserva en línea';

export const bookingSettings = () => queryFor(getBookingSettings, {});

/** These refusals are explained in the form. */
export const isExplained = (error: Error): boolean =>
  isAboutSlug(error) ||
  (['BOOKING_NEEDS_HOURS', 'BOOKING_NEEDS_SERVICE'] satisfies ErrorCode[]).some((code) => isError(error, code));

export const isAboutSlug = (error: Error): boolean => isError(error, 'SLUG_TAKEN') || isError(error, 'TOO_MANY_SLUGS');

export function useSaveBookingSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BookingSettings) => call(putBookingSettings, { body }),
    meta: {
      // The message of the reply is the text for the patients, not for the toast.
      done: () => 'Reserva en línea guardada correctamente',
      failed: (error) => (isExplained(error) ? undefined : error.message || 'No se pudo guardar la reserva en línea'),
    },
    onSuccess: (saved) => cache.setQueryData(bookingSettings().queryKey, saved),
  });
}

/** The hours that the rules would offer. Hours may be taken meanwhile, so they are always read again. */
export const usePreview = (rules: PreviewedRules | undefined) =>
  useQuery({
    ...queryFor(previewBookingHours, { body: rules as PreviewedRules }),
    enabled: rules !== undefined,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
