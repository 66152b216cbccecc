import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getPatient, listPatients } from '#contract/patients';
import {
  changeRightsRequest,
  countRightsRequests,
  getRightsRequest,
  listRightsRequests,
  type RightsRequest,
  type RightsState,
  type RightsStatus,
} from '#contract/rights-requests';
import { call, queryFor } from '#web/platform/api.ts';

/** For the menu and the home page. The access log does not record it. */
export const rightsCount = (state: RightsState = 'waiting') => queryFor(countRightsRequests, { query: { state } });

/** A page of the requests that wait for an answer, or of the others. */
export const rightsRequests = (state: RightsState, page: number) =>
  queryFor(listRightsRequests, { query: { state, page } });

export const rightsRequest = (id: string) => queryFor(getRightsRequest, { params: { id } });

type Change = Extract<RightsStatus, 'answered' | 'refused' | 'extended'>;

const DONE: Record<Change, string> = {
  answered: 'La respuesta quedó enviada',
  refused: 'La solicitud quedó rechazada',
  extended: 'El plazo quedó ampliado',
};

export function useChangeRightsRequest({ _id }: RightsRequest, status: Change) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (answer: string) => call(changeRightsRequest, { params: { id: _id }, body: { status, answer } }),
    meta: { done: DONE[status], failed: 'No se pudo guardar. Lo que escribiste sigue aquí.' },
    onSuccess: (changed) => {
      cache.setQueryData(rightsRequest(_id).queryKey, changed);
      // The answer to a blocking marks the patient.
      if (changed.kind === 'blocking') {
        for (const { path } of [getPatient, listPatients]) void cache.invalidateQueries({ queryKey: [path] });
      }
    },
    onSettled: () =>
      Promise.all(
        [countRightsRequests, listRightsRequests, getRightsRequest].map(({ path }) =>
          cache.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
}
