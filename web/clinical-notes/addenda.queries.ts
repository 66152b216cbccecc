import { useMutation } from '@tanstack/react-query';
import { type Addendum, createAddendum, deleteAddendum, finalizeAddendum, updateAddendum } from '#contract/addenda';
import { loadNote, refreshNotes } from '#web/clinical-notes/clinical-notes.queries.ts';
import { withPermissionRefresh } from '#web/drafts/clinical-permission.queries.ts';
import { call } from '#web/platform/api.ts';
import { ApiError, isError } from '#web/platform/api-error.ts';

export interface AddendumContent {
  content: string;
}

/** Updates an addendum; without one, creates it with that id. */
export async function saveAddendum(
  noteId: string,
  body: AddendumContent,
  addendum: Addendum | undefined,
  id: string,
): Promise<Addendum> {
  const saving = addendum
    ? call(updateAddendum, { params: { id }, body: { ...body, version: addendum.version } })
    : call(createAddendum, { params: { id: noteId }, body: { ...body, _id: id } });
  const saved = await withPermissionRefresh(saving);
  refreshNotes(saved.patientId);
  return saved;
}

/** An addendum is read with its note. */
export async function loadAddendum(noteId: string, id: string): Promise<Addendum> {
  const { addenda = [] } = await loadNote(noteId);
  const found = addenda.find(({ _id }) => _id === id);
  if (!found) throw new ApiError(404, { code: 'NOT_FOUND' }, 'Not found');
  return found;
}

/** Finalises the version that the person has seen, and no newer one. */
export async function finalizeAddendumVersion({ _id: id, version, patientId }: Addendum): Promise<Addendum> {
  const finalized = await withPermissionRefresh(call(finalizeAddendum, { params: { id }, body: { version } }));
  refreshNotes(patientId);
  return finalized;
}

/** Deletes a draft. `pause` stops saving it, and resolves to true when the server may hold it. */
export const useDeleteAddendum = (patientId: string, id: string) =>
  useMutation({
    mutationFn: async (pause: () => Promise<boolean>) => {
      if (!(await pause())) return;
      await call(deleteAddendum, { params: { id } }).catch((error) => {
        if (!isError(error, 'NOT_FOUND')) throw error;
      });
      refreshNotes(patientId);
    },
    meta: { done: 'Adenda eliminada', failed: 'No se pudo eliminar la adenda' },
  });
