import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Appointment,
  createAppointment,
  deleteAppointment,
  listAppointments,
  type NewAppointment,
  withDuration,
} from '#contract/agenda';
import { listPatients, PATIENTS_PER_PAGE } from '#contract/patients';
import { call, queryFor } from '#web/platform/api.ts';

export const appointmentsOn = (date: string) => ({
  ...queryFor(listAppointments, { query: { date } }, { failed: 'No se pudieron cargar las citas' }),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(listAppointments, { query: { date } }, signal)).map(withDuration),
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

export function useCreateAppointment() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewAppointment) => withDuration(await call(createAppointment, { body })),
    meta: { done: 'Cita creada correctamente', failed: 'No se pudo crear la cita' },
    onSuccess: (made) => cache.setQueryData(appointmentsOn(made.date).queryKey, (known) => known && [...known, made]),
    // After a refusal too: another window may have taken the slot.
    onSettled: () => void cache.invalidateQueries({ queryKey: [listAppointments.path] }),
  });
}

export function useDeleteAppointment() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: Appointment) =>
      call(deleteAppointment, { params: { id: _id }, query: { hardDelete: 'true' } }),
    meta: { done: 'Cita eliminada correctamente', failed: 'No se pudo eliminar la cita' },
    onSuccess: (_, { _id, date }) =>
      cache.setQueryData(appointmentsOn(date).queryKey, (known) => known?.filter((one) => one._id !== _id)),
    onSettled: () => void cache.invalidateQueries({ queryKey: [listAppointments.path] }),
  });
}
