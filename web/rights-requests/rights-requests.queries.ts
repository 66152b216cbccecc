import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getPatient, listPatients } from '#contract/patients';
import {
  changeRightsRequest,
  countRightsRequests,
  listRightsRequests,
  type RightsRequest,
  type RightsStatus,
} from '#contract/rights-requests';
import { call, queryFor } from '#web/platform/api.ts';

/** For the menu and the home page. The access log does not record it. */
export const rightsCount = () => queryFor(countRightsRequests, {});

/** The requests that wait for an answer come first. */
export const rightsRequests = () => queryFor(listRightsRequests, {});

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
      cache.setQueryData(rightsRequests().queryKey, (list) => list?.map((one) => (one._id === _id ? changed : one)));
      // The answer to a blocking marks the patient.
      if (changed.kind === 'blocking') {
        for (const { path } of [getPatient, listPatients]) void cache.invalidateQueries({ queryKey: [path] });
      }
    },
    onSettled: () =>
      Promise.all(
        [countRightsRequests, listRightsRequests].map(({ path }) => cache.invalidateQueries({ queryKey: [path] })),
      ),
  });
}
