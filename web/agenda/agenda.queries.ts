import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Appointment,
  createAppointment,
  deleteAppointment,
  listAppointments,
  type NewAppointment,
  withDuration,
} from '#contract/agenda';
import { datesOfSeries } from '#contract/appointment-series';
import type { AppointmentsQuery } from '#contract/appointments-query';
import { formatDay } from '#contract/days';
import { hideAppointment, LISTS, showAppointments } from '#web/agenda/appointment-lists.ts';
import { call, queryFor, type ReplyOf } from '#web/platform/api.ts';
import { useProfessional } from '#web/platform/professional.ts';

const appointmentsIn = (query: AppointmentsQuery) => {
  const { queryKey } = queryFor(listAppointments, { query });
  const [, request] = queryKey;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await call(listAppointments, request, signal)).map(withDuration),
    meta: { failed: 'No se pudieron cargar las citas' },
  });
};

export const appointmentsOn = (date: string) => appointmentsIn({ date });

export const cancelledOn = (date: string) => ({ ...appointmentsIn({ date, status: 'cancelled' }), meta: {} });

/** One request for a whole week. */
export const appointmentsBetween = (from: string, to: string) => appointmentsIn({ from, to });

/** A page of the appointments of a patient, the last one first. It begins after the given appointment. */
export const appointmentsOfPatient = (patientId: string, before?: string) => ({
  ...appointmentsIn({ patientId, before }),
  meta: {},
  // An appointment may have been changed on another page.
  staleTime: 0,
});

/** For requests that the user did not make: a failure shows no toast. */
export const appointmentsWithoutToast = (date: string) => ({ ...appointmentsOn(date), meta: {} });

type Created = ReplyOf<typeof createAppointment>;

/** How many of the days left out a toast names. */
const NAMED_DAYS = 6;

function createdText({ skipped = [] }: Created, { date, repeat }: NewAppointment): string {
  if (!repeat) return 'Cita creada correctamente';
  const count = datesOfSeries(date, repeat).length - skipped.length;
  const created = count === 1 ? 'Se creó 1 cita' : `Se crearon ${count} citas`;
  if (skipped.length === 0) return created;
  const more = skipped.length > NAMED_DAYS ? ` y ${skipped.length - NAMED_DAYS} más` : '';
  const days = skipped.slice(0, NAMED_DAYS).map(formatDay).join(', ');
  return `${created}. ${skipped.length === 1 ? 'Quedó' : 'Quedaron'} fuera: ${days}${more}`;
}

export function useCreateAppointment() {
  const cache = useQueryClient();
  const professional = useProfessional()?._id;
  return useMutation({
    mutationFn: (body: NewAppointment) => call(createAppointment, { body }),
    meta: {
      done: (reply, body) => createdText(reply as Created, body as NewAppointment),
      failed: 'No se pudo crear la cita',
    },
    onSuccess: ({ skipped: _, ...made }) => showAppointments(cache, [withDuration(made)], professional),
    // After a refusal too: another window may have taken the slot.
    onSettled: () => void cache.invalidateQueries(LISTS),
  });
}

interface Deletion {
  appointment: Appointment;
  notifyPatient: boolean | undefined;
}

export function useDeleteAppointment() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ appointment: { _id }, notifyPatient }: Deletion) =>
      call(deleteAppointment, {
        params: { id: _id },
        query: {
          hardDelete: 'true',
          notifyPatient: notifyPatient === undefined ? undefined : (`${notifyPatient}` as const),
        },
      }),
    meta: { done: 'Cita eliminada correctamente', failed: 'No se pudo eliminar la cita' },
    onSuccess: (_, { appointment }) => hideAppointment(cache, appointment),
    onSettled: () => void cache.invalidateQueries(LISTS),
  });
}
