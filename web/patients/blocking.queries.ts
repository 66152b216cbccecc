import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listPatients, type Patient } from '#contract/patients';
import { listRemindersOfDay } from '#contract/reminders';
import { getRightsRequest, listRightsRequests, setPatientBlocked } from '#contract/rights-requests';
import { patientOf } from '#web/patients/patients.queries.ts';
import { call } from '#web/platform/api.ts';

/** Blocks the processing of the patient's data, or lifts the block. */
export function useSetBlocked({ _id: id }: Patient) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (blocked: boolean) => call(setPatientBlocked, { params: { id }, body: { blocked } }),
    meta: {
      done: (_, blocked) => (blocked ? 'El uso de datos quedó bloqueado' : 'El bloqueo quedó levantado'),
      failed: 'No se pudo cambiar el bloqueo',
    },
    onSuccess: (patient) => {
      cache.setQueryData(patientOf(id).queryKey, patient);
      for (const { path } of [listPatients, listRemindersOfDay, listRightsRequests, getRightsRequest])
        void cache.invalidateQueries({ queryKey: [path] });
    },
  });
}
