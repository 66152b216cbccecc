import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listAppointments } from '#contract/agenda';
import { canWriteClinically } from '#contract/clinical-notes';
import { ERRORS } from '#contract/errors';
import {
  canCreatePatient,
  createPatient,
  deletePatient,
  getPatient,
  listPatients,
  PATIENTS_PER_PAGE,
  type PatientInput,
  updatePatient,
} from '#contract/patients';
import { call, queryFor } from '#web/platform/api.ts';
import { ApiError, isError } from '#web/platform/api-error.ts';

const patientsPage = (page: number, search: string) =>
  queryFor(
    listPatients,
    { query: { page, limit: PATIENTS_PER_PAGE, search: search || undefined } },
    { failed: 'No se pudieron cargar los pacientes' },
  );

/** While another page or search is on its way, the one before stays. */
export const usePatientsPage = (page: number, search: string) =>
  useQuery({ ...patientsPage(page, search), placeholderData: keepPreviousData });

const patientOf = (id: string) =>
  queryFor(getPatient, { params: { id } }, { failed: 'No se pudo cargar la información del paciente' });

/** Forgotten as soon as nobody looks: who was deleted does not come back with the back button. */
export const usePatient = (id: string, enabled = true) => useQuery({ ...patientOf(id), enabled, gcTime: 0 });

/** The plan says no: when it is asked beforehand, or on saving, because the last place was taken meanwhile. */
const isLimit = (error: Error): boolean => isError(error, 'PATIENT_LIMIT');

export const creationFailureTitle = (error: Error): string => (isLimit(error) ? 'Límite alcanzado' : 'Error');

export const creationFailure =
  (otherwise: string) =>
  (error: Error): string => {
    const said = error instanceof ApiError ? error.reply.error : undefined;
    return said || (isLimit(error) ? 'No puedes crear más pacientes' : otherwise);
  };

async function checkPatientLimit(): Promise<void> {
  const { canCreate, message } = await call(canCreatePatient);
  if (!canCreate) throw new ApiError(ERRORS.PATIENT_LIMIT.status, { error: message, code: 'PATIENT_LIMIT' }, message);
}

/** Asked anew each time: nothing that was true a moment ago may open the form. */
export const useCheckPatientLimit = () =>
  useMutation({
    mutationFn: checkPatientLimit,
    meta: { failedTitle: creationFailureTitle, failed: creationFailure('Error al verificar límites de pacientes') },
  });

export function useCreatePatient() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: PatientInput) => call(createPatient, { body }),
    meta: {
      done: 'Paciente creado correctamente',
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
  return useMutation({
    mutationFn: (body: PatientInput) => call(updatePatient, { params: { id }, body }),
    meta: { done: 'Paciente actualizado correctamente', failed: 'No se pudo actualizar el paciente' },
    onSuccess: (patient) => {
      cache.setQueryData(patientOf(id).queryKey, patient);
      void cache.invalidateQueries({ queryKey: [listPatients.path] });
      void cache.invalidateQueries({ queryKey: [listAppointments.path] });
    },
  });
}

export function useDeletePatient(id: string) {
  const cache = useQueryClient();
  return useMutation({
    // Deleted in another window is deleted.
    mutationFn: () =>
      call(deletePatient, { params: { id } }).catch((error) =>
        isError(error, 'NOT_FOUND') ? undefined : Promise.reject(error),
      ),
    meta: { done: 'Paciente eliminado correctamente', failed: 'No se pudo eliminar el paciente' },
    onSuccess: () => removeCachedPatient(cache),
  });
}

/** Removed, not refreshed: a list that still shows the patient must not be seen, not even while the new one comes. */
function removeCachedPatient(cache: QueryClient): void {
  cache.removeQueries({ queryKey: [listPatients.path] });
  cache.removeQueries({ queryKey: [listAppointments.path] });
  // The plan counts patients.
  cache.removeQueries({ queryKey: [canWriteClinically.path] });
}

/** Whether somebody has deleted the patient meanwhile; undefined until that is known. */
export function usePatientDeleted(id: string): boolean | undefined {
  const cache = useQueryClient();
  const { data } = useQuery({
    queryKey: [getPatient.path, id, 'gone'],
    queryFn: async () => {
      const isGone = await call(getPatient, { params: { id } }).then(
        () => false,
        (error) => isError(error, 'NOT_FOUND'),
      );
      if (isGone) removeCachedPatient(cache);
      return isGone;
    },
    gcTime: 0,
    staleTime: 0,
  });
  return data;
}
