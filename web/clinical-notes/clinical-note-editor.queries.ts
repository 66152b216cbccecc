import { useQuery } from '@tanstack/react-query';
import {
  type ClinicalNote,
  canWriteClinically,
  createClinicalNote,
  finalizeClinicalNote,
  getClinicalNote,
  listClinicalNotes,
  updateClinicalNote,
} from '#contract/clinical-notes';
import type { NoteContent } from '#web/clinical-notes/clinical-note-form.ts';
import { call, queryFor } from '#web/platform/api.ts';
import { queryClient } from '#web/platform/query-client.ts';

const NOT_LOADED = { failed: 'No se pudo cargar la información' };

/** Read anew for every visit: to write on from an older one would only meet the newer one on saving. */
export const useClinicalNote = (id: string | undefined) =>
  useQuery({
    ...queryFor(getClinicalNote, { params: { id: id ?? '' } }, NOT_LOADED),
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: 0,
  });

/** Asked anew for every visit too: the plan may have begun or ended a moment ago. */
export const useWritingPermission = () => useQuery({ ...queryFor(canWriteClinically, {}, NOT_LOADED), staleTime: 0 });

const seenAnew = (patientId: string) =>
  void queryClient.invalidateQueries({ queryKey: [listClinicalNotes.path, { params: { id: patientId } }] });

export const loadNote = ({ _id }: ClinicalNote): Promise<ClinicalNote> =>
  call(getClinicalNote, { params: { id: _id } });

export async function saveNote(
  patientId: string,
  content: NoteContent,
  note: ClinicalNote | undefined,
  requestKey: string,
): Promise<ClinicalNote> {
  const saved = note
    ? await call(updateClinicalNote, {
        params: { id: note._id },
        body: { ...content, patientId, version: note.version },
      })
    : await call(createClinicalNote, { body: { ...content, patientId, requestKey } });
  seenAnew(patientId);
  return saved;
}

/** Only that very version: another one has not been seen by who finalises it. */
export async function finalizeNote({ _id, version, patientId }: ClinicalNote): Promise<ClinicalNote> {
  const finalized = await call(finalizeClinicalNote, { params: { id: _id }, body: { version } });
  seenAnew(patientId);
  return finalized;
}
