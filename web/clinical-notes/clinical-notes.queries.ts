import { useQuery } from '@tanstack/react-query';
import {
  type ClinicalNote,
  createClinicalNote,
  finalizeClinicalNote,
  getClinicalNote,
  listClinicalNotes,
  updateClinicalNote,
} from '#contract/clinical-notes';
import type { NoteContent } from '#web/clinical-notes/clinical-note-form.ts';
import { withPermissionRefresh } from '#web/drafts/clinical-permission.queries.ts';
import { useFinalizeFromList } from '#web/drafts/finalize-from-list.tsx';
import { call, queryFor } from '#web/platform/api.ts';
import { FETCH_ONCE, queryClient } from '#web/platform/query-client.ts';

const NOT_LOADED = { failed: 'No se pudo cargar la información' };

const clinicalNotesOf = (patientId: string) => queryFor(listClinicalNotes, { params: { id: patientId } }, NOT_LOADED);

/** Always fetched: a note may have been written in another window. */
export const useClinicalNotes = (patientId: string) => useQuery({ ...clinicalNotesOf(patientId), staleTime: 0 });

/** Never from the cache: editing an older version ends in a conflict. */
export const useClinicalNote = (id: string | undefined) =>
  useQuery({
    ...queryFor(getClinicalNote, { params: { id: id ?? '' } }, NOT_LOADED),
    ...FETCH_ONCE,
    enabled: id !== undefined,
  });

const refreshList = (patientId: string) =>
  void queryClient.invalidateQueries({ queryKey: clinicalNotesOf(patientId).queryKey });

export const loadNote = (id: string): Promise<ClinicalNote> => call(getClinicalNote, { params: { id } });

export async function saveNote(
  patientId: string,
  content: NoteContent,
  note: ClinicalNote | undefined,
  id: string,
): Promise<ClinicalNote> {
  const saving = note
    ? call(updateClinicalNote, { params: { id: note._id }, body: { ...content, patientId, version: note.version } })
    : call(createClinicalNote, { body: { ...content, _id: id, patientId } });
  const saved = await withPermissionRefresh(saving);
  refreshList(patientId);
  return saved;
}

/** Finalises the version that the person has seen, and no newer one. */
export async function finalizeNoteVersion({ _id, version, patientId }: ClinicalNote): Promise<ClinicalNote> {
  const finalized = await withPermissionRefresh(call(finalizeClinicalNote, { params: { id: _id }, body: { version } }));
  refreshList(patientId);
  return finalized;
}

export const useFinalizeNoteFromList = (patientId: string) =>
  useFinalizeFromList({
    finalize: (id) => call(finalizeClinicalNote, { params: { id }, body: {} }),
    listKey: clinicalNotesOf(patientId).queryKey,
    texts: {
      done: 'Nota clínica finalizada correctamente',
      restricted: 'No tienes permisos para finalizar notas clínicas',
      failed: 'No se pudo finalizar la nota',
    },
  });
