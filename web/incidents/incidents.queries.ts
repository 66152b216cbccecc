import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listUsers } from '#contract/admin';
import { fillPath } from '#contract/endpoint';
import {
  createIncident,
  exportConcernedProfessionals,
  type Incident,
  listConcernedProfessionals,
  listIncidents,
  type NewIncident,
  updateIncident,
} from '#contract/incidents';
import { call, download, queryFor } from '#web/platform/api.ts';
import { saveFile } from '#web/platform/save-file.ts';

export const INCIDENTS_NOT_LOADED = 'No se pudieron cargar los incidentes';
export const PROFESSIONALS_NOT_LOADED = 'No se pudo cargar la lista de profesionales';

export const useIncidents = () => useQuery(queryFor(listIncidents, {}, { failed: INCIDENTS_NOT_LOADED }));

/** Read each time: accounts come and go. */
export const useConcernedProfessionals = (incident: Incident | undefined) =>
  useQuery({
    ...queryFor(
      listConcernedProfessionals,
      { params: { id: incident?._id ?? '' } },
      { failed: PROFESSIONALS_NOT_LOADED },
    ),
    enabled: incident !== undefined,
    staleTime: 0,
  });

const FOUND_AT_ONCE = 20;

/** The first accounts that a search finds, by name. */
export const useFoundAccounts = (search: string) =>
  useQuery({
    ...queryFor(
      listUsers,
      { query: { search, page: 1, limit: FOUND_AT_ONCE, sort: 'name', order: 'asc' } },
      { failed: PROFESSIONALS_NOT_LOADED },
    ),
    placeholderData: keepPreviousData,
    enabled: search !== '',
  });

/** Notes a new incident, or changes the one that is given. */
export function useSaveIncident(incident: Incident | undefined) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: NewIncident) =>
      incident
        ? call(updateIncident, { params: { id: incident._id }, body: { ...body, seen: incident.updatedAt } })
        : call(createIncident, { body }),
    meta: { done: 'Incidente guardado', failed: 'No se pudo guardar el incidente' },
    // Also after a failure: somebody else may have changed it.
    onSettled: () =>
      Promise.all(
        [listIncidents, listConcernedProfessionals].map(({ path }) => cache.invalidateQueries({ queryKey: [path] })),
      ),
  });
}

export const useExportProfessionals = ({ _id: id }: Incident) =>
  useMutation({
    mutationFn: async () => {
      const file = await download(exportConcernedProfessionals, { params: { id } });
      return saveFile(file, fillPath(exportConcernedProfessionals.file?.name ?? '', { id }));
    },
    meta: { done: 'Correos exportados', failed: 'No se pudieron exportar los correos' },
  });
