import { useQuery } from '@tanstack/react-query';
import { listAppointments } from '#contract/agenda';
import {
  type ClinicalNote,
  createClinicalNote,
  type Finalization,
  finalizeClinicalNote,
  getClinicalNote,
  listClinicalNotes,
  updateClinicalNote,
} from '#contract/clinical-notes';
import { type ListedDraft, listDrafts } from '#contract/drafts';
import { getPatient } from '#contract/patients';
import type { ConfirmFinalizing } from '#web/clinical-notes/allergy-question.tsx';
import type { NoteContent } from '#web/clinical-notes/clinical-note-form.ts';
import { withPermissionRefresh } from '#web/drafts/clinical-permission.queries.ts';
import { type DocumentSubject, draftName } from '#web/drafts/draft.ts';
import { useFinalizeFromList } from '#web/drafts/finalize-from-list.tsx';
import { readUnsavedChanges } from '#web/drafts/unsaved-changes.ts';
import { call, queryFor } from '#web/platform/api.ts';
import { isError } from '#web/platform/api-error.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { FETCH_ONCE, queryClient } from '#web/platform/query-client.ts';

const NOT_LOADED = { failed: 'No se pudo cargar la información' };

/** Always fetched: a note may have been written in another window. */
export const clinicalNotesOf = (patientId: string) => ({
  ...queryFor(listClinicalNotes, { params: { id: patientId } }, NOT_LOADED),
  staleTime: 0,
});

/** Never from the cache: editing an older version ends in a conflict. */
export const useClinicalNote = (id: string | undefined) =>
  useQuery({
    ...queryFor(getClinicalNote, { params: { id: id ?? '' } }, NOT_LOADED),
    ...FETCH_ONCE,
    enabled: id !== undefined,
  });

export const refreshNotes = (patientId: string) =>
  void queryClient.invalidateQueries({ queryKey: clinicalNotesOf(patientId).queryKey });

export const loadNote = (id: string): Promise<ClinicalNote> => call(getClinicalNote, { params: { id } });

/**
 * The draft in which the note of an appointment was begun, null when there is none, undefined while it is not known.
 * Asked once, and a failure means none: nothing may take the place of the editor while a note is being written.
 */
export function useDraftOfAppointment(subject: DocumentSubject): ListedDraft | null | undefined {
  const { _id: ownerId } = useCurrentUser();
  const { appointmentId } = subject;
  const { data } = useQuery({
    ...FETCH_ONCE,
    queryKey: [listDrafts.path, 'of an appointment', appointmentId],
    queryFn: ({ signal }) =>
      call(listDrafts, { query: { appointmentId } }, signal).then(
        ([draft]) => draft ?? null,
        () => null,
      ),
    enabled: appointmentId !== undefined,
  });
  // What was written in this tab and not saved comes first.
  const isUnsaved = readUnsavedChanges(ownerId, draftName('clinical-note', subject)) !== undefined;
  return appointmentId === undefined || isUnsaved ? null : data;
}

/** What was written when the appointment was made. A failure shows nothing: the note is written all the same. */
export function useBookingNote(patientId: string, appointmentId: string | undefined): string | undefined {
  const { data = [] } = useQuery({
    ...queryFor(listAppointments, { query: { patientId } }),
    enabled: appointmentId !== undefined,
  });
  return data.find(({ _id }) => _id === appointmentId)?.note;
}

export async function saveNote(
  subject: DocumentSubject,
  content: NoteContent,
  note: ClinicalNote | undefined,
  id: string,
  knownAllergies?: string,
): Promise<ClinicalNote> {
  const { patientId } = subject;
  const body = { ...content, patientId, knownAllergies };
  const saving = note
    ? call(updateClinicalNote, { params: { id: note._id }, body: { ...body, version: note.version } })
    : createNote(subject, { ...body, _id: id });
  const saved = await withPermissionRefresh(saving);
  refreshNotes(patientId);
  return saved;
}

/** The appointment may have been deleted meanwhile. That is no reason to refuse the note. */
async function createNote(
  { appointmentId }: DocumentSubject,
  body: NoteContent & { _id: string; patientId: string; knownAllergies: string | undefined },
): Promise<ClinicalNote> {
  if (!appointmentId) return call(createClinicalNote, { body });
  try {
    return await call(createClinicalNote, { body: { ...body, appointmentId } });
  } catch (error) {
    const isOfAppointment =
      isError(error, 'INVALID_INPUT') && error.details.some(({ field }) => field === 'appointmentId');
    if (!isOfAppointment) throw error;
    return call(createClinicalNote, { body });
  }
}

/** The appointment of a finalised note is attended. */
const refreshAgenda = () => void queryClient.invalidateQueries({ queryKey: [listAppointments.path] });

/** An AbortError shows no message, because the person has chosen not to finalise. */
const reviewChosen = () => new DOMException('The prescriptions are reviewed first', 'AbortError');

async function finalizeAsking(note: ClinicalNote, confirm: ConfirmFinalizing): Promise<ClinicalNote> {
  const { _id: id, version, patientId } = note;
  const finalize = (body: Finalization) => call(finalizeClinicalNote, { params: { id }, body });
  try {
    return await finalize({ version, asksAboutAllergies: true });
  } catch (error) {
    if (!isError(error, 'ALLERGY_UNCONFIRMED')) throw error;
    // The allergies that the screen shows are older than those that the server has found.
    void queryClient.invalidateQueries({ queryKey: queryFor(getPatient, { params: { id: patientId } }).queryKey });
    if (!(await confirm(error, note))) throw reviewChosen();
    return finalize({ version, asksAboutAllergies: false });
  }
}

/** Finalises the version that the person has seen, and no newer one. */
export async function finalizeNoteVersion(note: ClinicalNote, confirm: ConfirmFinalizing): Promise<ClinicalNote> {
  const finalized = await withPermissionRefresh(finalizeAsking(note, confirm));
  refreshNotes(note.patientId);
  refreshAgenda();
  return finalized;
}

interface ListedNote {
  id: string;
  patientId: string;
  confirm: (note: ClinicalNote) => Promise<boolean>;
  confirmAllergies: ConfirmFinalizing;
}

export const useFinalizeNoteFromList = ({ id, patientId, confirm, confirmAllergies }: ListedNote) =>
  useFinalizeFromList({
    load: () => loadNote(id),
    confirm,
    finalize: async (note) => {
      const finalized = await finalizeAsking(note, confirmAllergies);
      refreshAgenda();
      return finalized;
    },
    listKey: clinicalNotesOf(patientId).queryKey,
    texts: {
      done: 'Nota clínica finalizada correctamente',
      restricted: 'No tienes permisos para finalizar notas clínicas',
      failed: 'No se pudo finalizar la nota',
    },
  });
