import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listAppointments } from '#contract/agenda';
import { canWriteClinically } from '#contract/clinical-notes';
import {
  canCreatePatient,
  createPatient,
  deletePatient,
  getPatient,
  listPatients,
  PATIENTS_PER_PAGE,
  type Patient,
  type PatientInput,
  updatePatient,
} from '#contract/patients';
import { forgetRecentPatient } from '#web/patients/recent-patients.ts';
import { call, queryFor } from '#web/platform/api.ts';
import { ApiError, isError } from '#web/platform/api-error.ts';
import { queryClient } from '#web/platform/query-client.ts';
import type { ToastAction } from '#web/ui/toast.ts';

const patientsPage = (page: number, search: string) =>
  queryFor(
    listPatients,
    { query: { page, limit: PATIENTS_PER_PAGE, search: search || undefined } },
    { failed: 'No se pudieron cargar los pacientes' },
  );

/** The first page of the patients that match, or of all of them. */
export const patientsMatching = (search: string) => patientsPage(1, search);

/** Keeps the previous page while the next one loads. */
export const usePatientsPage = (page: number, search: string) =>
  useQuery({ ...patientsPage(page, search), placeholderData: keepPreviousData });

/** Not cached when unused: the back button must not show a deleted patient. */
export const patientOf = (id: string) => ({
  ...queryFor(getPatient, { params: { id } }, { failed: 'No se pudo cargar la información del paciente' }),
  gcTime: 0,
});

/** The patient of a page that shows the patient already, without another request. */
export const shownPatient = (id: string): Promise<Patient> => queryClient.ensureQueryData(patientOf(id));

export const usePatient = (id: string, enabled = true) => useQuery({ ...patientOf(id), enabled });

/**
 * The patient of a document that is being written, read at each return to the page, however soon: allergies may be
 * recorded in another window meanwhile. A failure shows nothing, because the loaded one is there.
 */
export function useCurrentPatient(loaded: Patient): Patient {
  const { data = loaded, refetch } = useQuery({
    ...patientOf(loaded._id),
    meta: {},
    refetchOnWindowFocus: 'always',
  });
  // The library refetches only when a hidden window becomes visible. Two windows side by side both stay visible.
  useEffect(() => {
    const read = () => void refetch({ cancelRefetch: false });
    window.addEventListener('focus', read);
    return () => window.removeEventListener('focus', read);
  }, [refetch]);
  return data;
}

/** The plan allows no more patients. Checked before the form opens and again on saving. */
const isLimit = (error: Error): boolean => isError(error, 'PATIENT_LIMIT');

export const creationFailureTitle = (error: Error): string => (isLimit(error) ? 'Límite alcanzado' : 'Error');

export const creationFailure =
  (otherwise: string) =>
  (error: Error): string => {
    const serverText = error instanceof ApiError ? error.reply.error : undefined;
    return serverText || (isLimit(error) ? 'No puedes crear más pacientes' : otherwise);
  };

async function checkPatientLimit(): Promise<void> {
  const { canCreate, message } = await call(canCreatePatient);
  if (!canCreate) throw new ApiError(403, { error: message, code: 'PATIENT_LIMIT' }, message);
}

/** What the plan says about one more patient, shown before anybody tries. Saving asks again. */
export const patientRoom = () => ({ ...queryFor(canCreatePatient, {}), staleTime: 0 });

/** Asks the server each time, before the form opens. */
export const useCheckPatientLimit = () =>
  useMutation({
    mutationFn: checkPatientLimit,
    meta: { failedTitle: creationFailureTitle, failed: creationFailure('Error al verificar límites de pacientes') },
  });

/** The toast may have a button that leads to the new patient. */
export function useCreatePatient(toastAction?: (patient: Patient) => ToastAction) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: PatientInput) => call(createPatient, { body }),
    meta: {
      done: 'Paciente creado correctamente',
      doneAction: (patient: Patient) => toastAction?.(patient),
      failedTitle: creationFailureTitle,
      failed: creationFailure('No se pudo crear el paciente'),
    },
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: [canWriteClinically.path] });
      return cache.invalidateQueries({ queryKey: [listPatients.path] });
    },
  });
}

export function useUpdatePatient(id: string) {
  const cache = useQueryClient();
  // An assistant may have switched to another professional when the reply arrives.
  const { queryKey } = patientOf(id);
  return useMutation({
    mutationFn: (body: PatientInput) => call(updatePatient, { params: { id }, body }),
    meta: { done: 'Paciente actualizado correctamente', failed: 'No se pudo actualizar el paciente' },
    onSuccess: (patient) => {
      cache.setQueryData(queryKey, patient);
      void cache.invalidateQueries({ queryKey: [listPatients.path] });
      void cache.invalidateQueries({ queryKey: [listAppointments.path] });
    },
  });
}

export function useDeletePatient(id: string) {
  const cache = useQueryClient();
  return useMutation({
    // A patient already deleted in another window counts as deleted.
    mutationFn: () =>
      call(deletePatient, { params: { id } }).catch((error) =>
        isError(error, 'NOT_FOUND') ? undefined : Promise.reject(error),
      ),
    meta: { done: 'Paciente eliminado correctamente', failed: 'No se pudo eliminar el paciente' },
    onSuccess: () => removeCachedPatient(cache, id),
  });
}

function removeCachedPatient(cache: QueryClient, id: string): void {
  forgetRecentPatient(cache, id);
  removePatientLists(cache);
}

/** Removes the lists instead of refetching them: a cached list must not show what is gone while the new one loads. */
export function removePatientLists(cache: QueryClient): void {
  cache.removeQueries({ queryKey: [listPatients.path] });
  cache.removeQueries({ queryKey: [listAppointments.path] });
  // The plan counts patients.
  cache.removeQueries({ queryKey: [canWriteClinically.path] });
}

/** Whether the patient was deleted meanwhile; undefined while loading. */
export function usePatientDeleted(id: string): boolean | undefined {
  const cache = useQueryClient();
  const { data } = useQuery({
    queryKey: [getPatient.path, id, 'deleted'],
    queryFn: async () => {
      const isDeleted = await call(getPatient, { params: { id } }).then(
        () => false,
        (error) => isError(error, 'NOT_FOUND'),
      );
      if (isDeleted) removeCachedPatient(cache, id);
      return isDeleted;
    },
    gcTime: 0,
    staleTime: 0,
  });
  return data;
}
