import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Appointment,
  type AppointmentsQuery,
  createAppointment,
  deleteAppointment,
  listAppointments,
  type NewAppointment,
  withDuration,
} from '#contract/agenda';
import { formatDay } from '#contract/days';
import { listPatients, PATIENTS_PER_PAGE } from '#contract/patients';
import { hideAppointment, LISTS, showAppointments } from '#web/agenda/appointment-lists.ts';
import { call, queryFor, type ReplyOf } from '#web/platform/api.ts';

const appointmentsIn = (query: AppointmentsQuery) => ({
  ...queryFor(listAppointments, { query }, { failed: 'No se pudieron cargar las citas' }),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(listAppointments, { query }, signal)).map(withDuration),
});

export const appointmentsOn = (date: string) => appointmentsIn({ date });

/** One request for a whole week. */
export const appointmentsBetween = (from: string, to: string) => appointmentsIn({ from, to });

/** A page of those of a patient, from the last one. It begins after the given appointment. */
export const appointmentsOfPatient = (patientId: string, before?: string) => ({
  ...appointmentsIn({ patientId, before }),
  meta: {},
  // An appointment may have been changed on another page.
  staleTime: 0,
});

/** For requests that the user did not make: a failure shows no toast. */
export const appointmentsWithoutToast = (date: string) => ({ ...appointmentsOn(date), meta: {} });

/** The first page of the patients that match, or of all of them. */
export const patientsMatching = (search: string) =>
  queryFor(
    listPatients,
    { query: { page: 1, limit: PATIENTS_PER_PAGE, search: search || undefined } },
    { failed: 'No se pudieron cargar los pacientes' },
  );

type Created = ReplyOf<typeof createAppointment>;

const createdText = ({ skipped = [] }: Created): string =>
  skipped.length === 0
    ? 'Cita creada correctamente'
    : `Citas creadas. Quedaron fuera: ${skipped.map(formatDay).join(', ')}`;

export function useCreateAppointment() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: NewAppointment) => call(createAppointment, { body }),
    meta: { done: (reply) => createdText(reply as Created), failed: 'No se pudo crear la cita' },
    onSuccess: ({ skipped: _, ...made }) => showAppointments(cache, [withDuration(made)]),
    // After a refusal too: another window may have taken the slot.
    onSettled: () => void cache.invalidateQueries(LISTS),
  });
}

export function useDeleteAppointment() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Appointment) =>
      call(deleteAppointment, { params: { id: _id }, query: { hardDelete: 'true' } }),
    meta: { done: 'Cita eliminada correctamente', failed: 'No se pudo eliminar la cita' },
    onSuccess: (_, appointment) => hideAppointment(cache, appointment),
    onSettled: () => void cache.invalidateQueries(LISTS),
  });
}
