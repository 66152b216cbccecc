import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { canWriteClinically, finalizeClinicalNote, getClinicalNote, listClinicalNotes } from '#contract/clinical-notes';
import { actTexts } from '#web/platform/act-texts.ts';
import { call, queryFor } from '#web/platform/api.ts';

const clinicalNotesOf = (patientId: string) =>
  queryFor(listClinicalNotes, { params: { id: patientId } }, { failed: 'No se pudo cargar la información' });

/** Always looked at anew: a note may have been written in another window. */
export const useClinicalNotes = (patientId: string) => useQuery({ ...clinicalNotesOf(patientId), staleTime: 0 });

/** As it is stored, whatever version of it this window shows. */
export function useFinalizeStoredNote(patientId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(finalizeClinicalNote, { params: { id }, body: {} }),
    meta: actTexts({
      done: 'Nota clínica finalizada correctamente',
      restricted: 'No tienes permisos para finalizar notas clínicas',
      failed: 'No se pudo finalizar la nota',
    }),
    onSuccess: (finalized) =>
      cache.setQueryData(clinicalNotesOf(patientId).queryKey, (known) =>
        known?.map((note) => (note._id === finalized._id ? finalized : note)),
      ),
    // After a refusal too: it may be finalised already, or the plan may have ended.
    onSettled: () => {
      for (const { path } of [listClinicalNotes, getClinicalNote, canWriteClinically]) {
        void cache.invalidateQueries({ queryKey: [path] });
      }
    },
  });
}
