import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { type ClinicalNote, getClinicalNote, listClinicalNotes } from '#contract/clinical-notes';
import {
  createNoteTemplate,
  createPrescriptionFavourite,
  deleteNoteTemplate,
  deletePrescriptionFavourite,
  listNoteTemplates,
  listPrescriptionFavourites,
  type NewNoteTemplate,
  type NewPrescriptionFavourite,
  updateNoteTemplate,
  updatePrescriptionFavourite,
} from '#contract/presets';
import { call, queryFor } from '#web/platform/api.ts';
import { FETCH_ONCE } from '#web/platform/query-client.ts';

export const TEMPLATES_NOT_LOADED = 'No se pudieron cargar tus plantillas';
export const FAVOURITES_NOT_LOADED = 'No se pudieron cargar tus recetas favoritas';

/** What a template and a favourite have in common. */
export interface Preset {
  _id: string;
  name: string;
  undecryptable?: true | undefined;
}

// What shows them also shows their failures.
const noteTemplates = queryFor(listNoteTemplates, {});
const favourites = queryFor(listPrescriptionFavourites, {});

/** `id` is undefined for a new one. */
interface Saved<Body> {
  id: string | undefined;
  body: Body;
}

export const useNoteTemplates = () => useQuery(noteTemplates);

export function useSaveNoteTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: Saved<z.input<typeof NewNoteTemplate>>) =>
      id ? call(updateNoteTemplate, { params: { id }, body }) : call(createNoteTemplate, { body }),
    meta: { done: 'Plantilla guardada correctamente', failed: 'No se pudo guardar la plantilla' },
    onSuccess: () => cache.invalidateQueries({ queryKey: noteTemplates.queryKey }),
  });
}

export function useDeleteNoteTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteNoteTemplate, { params: { id } }),
    meta: { done: 'Plantilla eliminada correctamente', failed: 'No se pudo eliminar la plantilla' },
    // Also after a failure: it may have been deleted in another window.
    onSettled: () => cache.invalidateQueries({ queryKey: noteTemplates.queryKey }),
  });
}

export const useFavourites = () => useQuery(favourites);

export function useSaveFavourite() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: Saved<z.input<typeof NewPrescriptionFavourite>>) =>
      id ? call(updatePrescriptionFavourite, { params: { id }, body }) : call(createPrescriptionFavourite, { body }),
    meta: { done: 'Receta favorita guardada correctamente', failed: 'No se pudo guardar la receta favorita' },
    onSuccess: () => cache.invalidateQueries({ queryKey: favourites.queryKey }),
  });
}

export function useDeleteFavourite() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deletePrescriptionFavourite, { params: { id } }),
    meta: { done: 'Receta favorita eliminada correctamente', failed: 'No se pudo eliminar la receta favorita' },
    onSettled: () => cache.invalidateQueries({ queryKey: favourites.queryKey }),
  });
}

/** The newest finalised note with prescriptions, null when there is none. The list has cut texts, so the note is read. */
export const usePreviousPrescriptions = (patientId: string) =>
  useQuery({
    ...FETCH_ONCE,
    queryKey: [listClinicalNotes.path, 'previous prescriptions', patientId],
    queryFn: async ({ signal }): Promise<ClinicalNote | null> => {
      const notes = await call(listClinicalNotes, { params: { id: patientId } }, signal);
      const newest = notes.find(
        ({ status, prescriptions, undecryptable }) =>
          status === 'finalized' && prescriptions.length > 0 && !undecryptable,
      );
      return newest ? call(getClinicalNote, { params: { id: newest._id } }, signal) : null;
    },
  });
