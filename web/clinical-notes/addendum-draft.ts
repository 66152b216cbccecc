import { generatePath } from 'react-router';
import type { Addendum } from '#contract/addenda';
import type { ClinicalNote } from '#contract/clinical-notes';
import { type AddendumContent, loadAddendum, saveAddendum } from '#web/clinical-notes/addenda.queries.ts';
import { type AddendumValues, showErrors } from '#web/clinical-notes/addendum-rules.ts';
import { hasShape } from '#web/drafts/has-shape.ts';
import { isShownByEditor, toastTexts } from '#web/drafts/toast-texts.ts';
import type { EditorKind } from '#web/drafts/use-editor.ts';
import { isError } from '#web/platform/api-error.ts';
import { PATHS } from '#web/platform/paths.ts';

/** The name of the unsaved changes in this tab. A note has one new addendum. */
export const addendumName = (noteId: string, id?: string): string => `addendum:${id ?? `new:${noteId}`}`;

/** Another window changed or finalised the addendum. The editor shows a dialog. */
const isConflict = (error: Error): boolean => isError(error, 'DRAFT_CHANGED') || isError(error, 'ADDENDUM_FINALIZED');

const WORDS = {
  saving: { done: 'Adenda guardada correctamente', failed: 'No se pudo guardar la adenda' },
  finalizing: { done: 'Adenda finalizada correctamente', failed: 'No se pudo finalizar la adenda' },
};

export type AddendumKind = EditorKind<AddendumValues, AddendumContent, Addendum>;

/** Drafts of the addenda of a note. They are written on the page of the note. */
export const addendumDraft = ({ _id: noteId, patientId }: Pick<ClinicalNote, '_id' | 'patientId'>): AddendumKind => ({
  storageName: (addendum) => addendumName(noteId, addendum?._id),
  addressOf: () => generatePath(PATHS.clinicalNote, { id: patientId, noteId }),
  isFinalized: ({ status }) => status === 'finalized',
  valuesOf: (addendum) => ({ content: addendum?.content ?? '' }),
  parseValues: (values) => (hasShape(values, { content: '' }) ? (values as AddendumValues) : undefined),
  contentOf: ({ content }) => ({ content: content.trim().normalize() }),
  toPlainText: ({ content }) => content.trim(),
  hasPendingInput: () => false,
  showErrors,
  send: (content, addendum, id) => saveAddendum(noteId, content, addendum, id),
  load: (id) => loadAddendum(noteId, id),
  isConflict,
  texts: (act) =>
    toastTexts({ ...WORDS[act], restricted: 'No tienes permisos para escribir adendas' }, isShownByEditor(isConflict)),
});
