import { generatePath } from 'react-router';
import type { ClinicalNote } from '#contract/clinical-notes';
import {
  contentOf,
  hasUnadded,
  type NoteContent,
  NoteValues,
  noteAsText,
  showProblems,
  valuesOf,
} from '#web/clinical-notes/clinical-note-form.ts';
import { finalizeNote, loadNote, saveNote } from '#web/clinical-notes/clinical-notes.queries.ts';
import { actTexts, isToldByTheEditor } from '#web/drafts/act-texts.ts';
import { draftName } from '#web/drafts/draft.ts';
import type { Act, EditorKind } from '#web/drafts/use-editor.ts';
import { isError } from '#web/platform/api-error.ts';
import { PATHS } from '#web/platform/paths.ts';

/** Another window has changed or finalised it: the editor says so, and what can be done. */
const isOvertaken = (error: Error): boolean =>
  isError(error, 'DRAFT_CHANGED') || isError(error, 'CLINICAL_NOTE_FINALIZED');

const WORDS = {
  saving: { done: 'Nota clínica guardada correctamente', failed: 'No se pudo guardar la nota clínica' },
  finalizing: { done: 'Nota clínica finalizada correctamente', failed: 'No se pudo finalizar la nota clínica' },
};

function restricted(act: Act, isNew: boolean): string {
  if (act === 'finalizing') return 'No tienes permisos para finalizar notas clínicas';
  return `No tienes permisos para ${isNew ? 'crear' : 'editar'} notas clínicas`;
}

export type NoteKind = EditorKind<NoteValues, NoteContent, ClinicalNote>;

/** A clinical note of that patient as a draft. */
export const noteDraft = (patientId: string): NoteKind => ({
  nameOf: (note) => draftName('clinical-note', patientId, note?._id),
  addressOf: (id) => generatePath(PATHS.clinicalNote, { id: patientId, noteId: id }),
  isFinalized: ({ status }) => status === 'finalized',
  valuesOf,
  readKept: (values) => NoteValues.safeParse(values).data,
  contentOf,
  asText: noteAsText,
  hasMore: hasUnadded,
  showProblems,
  send: (content, note, id) => saveNote(patientId, content, note, id),
  load: loadNote,
  finalize: finalizeNote,
  isOvertaken,
  texts: (act, isNew) =>
    actTexts({ ...WORDS[act], restricted: restricted(act, isNew) }, isToldByTheEditor(isOvertaken)),
});
