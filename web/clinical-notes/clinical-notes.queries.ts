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
import { withinThePlan } from '#web/drafts/clinical-permission.queries.ts';
import { useFinalizeStored } from '#web/drafts/finalize-stored.ts';
import { call, queryFor } from '#web/platform/api.ts';
import { FETCH_ONCE, queryClient } from '#web/platform/query-client.ts';

const NOT_LOADED = { failed: 'No se pudo cargar la información' };

const clinicalNotesOf = (patientId: string) => queryFor(listClinicalNotes, { params: { id: patientId } }, NOT_LOADED);

/** Always looked at anew: a note may have been written in another window. */
export const useClinicalNotes = (patientId: string) => useQuery({ ...clinicalNotesOf(patientId), staleTime: 0 });

/** To write on from an older one would only meet the newer one on saving. */
export const useClinicalNote = (id: string | undefined) =>
  useQuery({
    ...queryFor(getClinicalNote, { params: { id: id ?? '' } }, NOT_LOADED),
    ...FETCH_ONCE,
    enabled: id !== undefined,
  });

const seenAnew = (patientId: string) =>
  void queryClient.invalidateQueries({ queryKey: clinicalNotesOf(patientId).queryKey });

export const loadNote = (id: string): Promise<ClinicalNote> => call(getClinicalNote, { params: { id } });

export async function saveNote(
  patientId: string,
  content: NoteContent,
  note: ClinicalNote | undefined,
  requestKey: string,
): Promise<ClinicalNote> {
  const saving = note
    ? call(updateClinicalNote, { params: { id: note._id }, body: { ...content, patientId, version: note.version } })
    : call(createClinicalNote, { body: { ...content, patientId, requestKey } });
  const saved = await withinThePlan(saving);
  seenAnew(patientId);
  return saved;
}

/** Only that very version: another one has not been seen by who finalises it. */
export async function finalizeNote({ _id, version, patientId }: ClinicalNote): Promise<ClinicalNote> {
  const finalized = await withinThePlan(call(finalizeClinicalNote, { params: { id: _id }, body: { version } }));
  seenAnew(patientId);
  return finalized;
}

export const useFinalizeStoredNote = (patientId: string) =>
  useFinalizeStored({
    finalize: (id) => call(finalizeClinicalNote, { params: { id }, body: {} }),
    listKey: clinicalNotesOf(patientId).queryKey,
    texts: {
      done: 'Nota clínica finalizada correctamente',
      restricted: 'No tienes permisos para finalizar notas clínicas',
      failed: 'No se pudo finalizar la nota',
    },
  });
