import { generatePath } from 'react-router';
import type { ClinicalNote } from '#contract/clinical-notes';
import {
  contentOf,
  hasPendingInput,
  type NoteContent,
  type NoteValues,
  noteToPlainText,
  parseValues,
  valuesOf,
} from '#web/clinical-notes/clinical-note-form.ts';
import { loadNote, saveNote } from '#web/clinical-notes/clinical-notes.queries.ts';
import { showErrors } from '#web/clinical-notes/note-rules.ts';
import { type DocumentSubject, draftName } from '#web/drafts/draft.ts';
import { isShownByEditor, toastTexts } from '#web/drafts/toast-texts.ts';
import type { EditorAction, EditorKind } from '#web/drafts/use-editor.ts';
import { isError } from '#web/platform/api-error.ts';
import { PATHS } from '#web/platform/paths.ts';

/** Another window changed or finalised the document. The editor shows a dialog. */
const isConflict = (error: Error): boolean =>
  isError(error, 'DRAFT_CHANGED') || isError(error, 'CLINICAL_NOTE_FINALIZED');

const WORDS = {
  saving: { done: 'Nota clínica guardada correctamente', failed: 'No se pudo guardar la nota clínica' },
  finalizing: { done: 'Nota clínica finalizada correctamente', failed: 'No se pudo finalizar la nota clínica' },
};

function restricted(act: EditorAction, isNew: boolean): string {
  if (act === 'finalizing') return 'No tienes permisos para finalizar notas clínicas';
  return `No tienes permisos para ${isNew ? 'crear' : 'editar'} notas clínicas`;
}

export interface NoteKind extends EditorKind<NoteValues, NoteContent, ClinicalNote> {
  send: (
    content: NoteContent,
    note: ClinicalNote | undefined,
    id: string,
    knownAllergies?: string,
  ) => Promise<ClinicalNote>;
}

/** Drafts of a patient's clinical notes. A new one may be about an appointment. */
export const noteDraft = (subject: DocumentSubject): NoteKind => ({
  storageName: (note) => draftName('clinical-note', subject, note?._id),
  addressOf: (id) => generatePath(PATHS.clinicalNote, { id: subject.patientId, noteId: id }),
  isFinalized: ({ status }) => status === 'finalized',
  valuesOf,
  parseValues,
  contentOf,
  toPlainText: noteToPlainText,
  hasPendingInput: hasPendingInput,
  showErrors,
  send: (...saved) => saveNote(subject, ...saved),
  load: loadNote,
  isConflict,
  texts: (act, isNew) => toastTexts({ ...WORDS[act], restricted: restricted(act, isNew) }, isShownByEditor(isConflict)),
});
