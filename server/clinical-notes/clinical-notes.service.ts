import type { Permission } from '#contract/billing';
import { type ClinicalNote, type ClinicalNoteChange, isBlank, type NewClinicalNote } from '#contract/clinical-notes';
import type { Owner } from '#server/auth/owner';
import { catalogued } from '#server/cie10/cie10.service';
import type { Deps } from '#server/deps';
import { printDocument } from '#server/documents/documents.service';
import { draftsOf } from '#server/drafts/drafts.service';
import { clinicalAccess } from '#server/patients/patients.service';
import { AppError } from '#server/platform/app-error';
import { codedDiagnosesOf, previewOf, type StoredNote, toNoteContent, toStoredNote } from './note-content.ts';

export const clinicalNotes = draftsOf<StoredNote, ClinicalNote>({
  name: 'clinical-note',
  table: 'clinical_notes',
  finalizedError: 'CLINICAL_NOTE_FINALIZED',
  notFinalizedError: 'CLINICAL_NOTE_UNFINISHED',
  incompleteError: (content) => (isBlank(toNoteContent(content)) ? 'CLINICAL_NOTE_BLANK' : undefined),
  preview: previewOf,
  toReply: (content, fields) => ({
    ...fields,
    date: fields.createdAt,
    status: fields.finalizedAt ? 'finalized' : 'draft',
    ...toNoteContent(content),
  }),
});

/** The error for printing a part that is empty. */
const EMPTY_PART_ERRORS = {
  'clinical-note': () => undefined,
  plans: ({ plansAndIndications }: StoredNote) => (plansAndIndications ? undefined : 'NO_PLANS'),
  prescriptions: ({ prescriptions }: StoredNote) => (prescriptions.length > 0 ? undefined : 'NO_PRESCRIPTIONS'),
} as const;

export const printClinicalNote = (
  deps: Deps,
  owner: Owner,
  id: string,
  kind: keyof typeof EMPTY_PART_ERRORS,
): Promise<Uint8Array> =>
  printDocument(deps, owner, async (tx) => {
    const snapshot = await clinicalNotes.getSnapshot(tx, deps, id);
    const emptyError = EMPTY_PART_ERRORS[kind](snapshot.content);
    if (emptyError) throw new AppError(emptyError);
    return { snapshot, part: { kind, content: snapshot.content } };
  });

export const canWriteClinically = (deps: Deps, owner: Owner): Promise<Permission> =>
  deps.tenantRead(owner.id, (db) => clinicalAccess(db, deps.now()));

export async function createClinicalNote(deps: Deps, owner: Owner, input: NewClinicalNote): Promise<ClinicalNote> {
  const coded = await catalogued(deps, input.diagnoses);
  const { _id: id, patientId } = input;
  return clinicalNotes.create(deps, owner, { id, patientId, content: toStoredNote(input, coded) });
}

export async function updateClinicalNote(
  deps: Deps,
  owner: Owner,
  id: string,
  change: ClinicalNoteChange,
): Promise<ClinicalNote> {
  const coded = await catalogued(deps, change.diagnoses);
  const replace = (current: StoredNote) => toStoredNote(change, new Set([...coded, ...codedDiagnosesOf(current)]));
  return clinicalNotes.update(deps, owner, id, { ...change, replace });
}
