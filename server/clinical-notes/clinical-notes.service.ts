import type { Permission } from '#contract/billing';
import {
  type ClinicalNote,
  type ClinicalNoteChange,
  isBlank,
  type NewClinicalNote,
  printingRefusal,
} from '#contract/clinical-notes';
import type { Owner } from '#server/auth/owner';
import { catalogued } from '#server/cie10/cie10.service';
import type { Deps } from '#server/deps';
import { type PrintingDeps, printDocument } from '#server/documents/documents.service';
import { type DraftsDeps, draftsOf } from '#server/drafts/drafts.service';
import { clinicalAccess } from '#server/patients/patients.service';
import { AppError } from '#server/platform/app-error';
import { codedIn, fromStored, previewOf, type StoredNote, toStored } from './note-content.ts';

export type ClinicalNotesDeps = DraftsDeps & PrintingDeps & Pick<Deps, 'catalogue'>;

/** How notes live: read, list and finalise are the same for every draft. */
export const clinicalNotes = draftsOf<StoredNote, ClinicalNote>({
  name: 'clinical-note',
  table: 'clinical_notes',
  finalized: 'CLINICAL_NOTE_FINALIZED',
  unfinished: 'CLINICAL_NOTE_UNFINISHED',
  incomplete: (content) => (isBlank(fromStored(content)) ? 'CLINICAL_NOTE_BLANK' : undefined),
  preview: previewOf,
  toWire: (content, fields) => ({
    ...fields,
    date: fields.createdAt,
    status: fields.finalizedAt ? 'finalized' : 'draft',
    ...fromStored(content),
  }),
});

export const printClinicalNote = (
  deps: ClinicalNotesDeps,
  owner: Owner,
  id: string,
  kind: 'clinical-note' | keyof typeof printingRefusal,
): Promise<Uint8Array> =>
  printDocument(deps, owner, async (tx) => {
    const snapshot = await clinicalNotes.snapshot(tx, deps, id);
    const refusal = kind === 'clinical-note' ? undefined : printingRefusal[kind](snapshot.content);
    if (refusal) throw new AppError(refusal);
    return { snapshot, part: { kind, content: snapshot.content } };
  });

export const canWriteClinically = (deps: ClinicalNotesDeps, owner: Owner): Promise<Permission> =>
  deps.tenantRead(owner.id, (db) => clinicalAccess(deps, db));

export async function createClinicalNote(
  deps: ClinicalNotesDeps,
  owner: Owner,
  input: NewClinicalNote,
): Promise<ClinicalNote> {
  const coded = await catalogued(deps, input.diagnoses);
  return clinicalNotes.create(deps, owner, { ...input, content: toStored(input, coded) });
}

export async function updateClinicalNote(
  deps: ClinicalNotesDeps,
  owner: Owner,
  id: string,
  change: ClinicalNoteChange,
): Promise<ClinicalNote> {
  const coded = await catalogued(deps, change.diagnoses);
  const replace = (was: StoredNote) => toStored(change, new Set([...coded, ...codedIn(was)]));
  return clinicalNotes.change(deps, owner, id, { ...change, replace });
}
