import type { Permission } from '#contract/billing';
import { type ClinicalNote, type ClinicalNoteChange, isBlank, type NewClinicalNote } from '#contract/clinical-notes';
import type { Owner } from '#server/auth/owner';
import { catalogued } from '#server/cie10/cie10.service';
import type { Deps } from '#server/deps';
import { printDocument } from '#server/documents/documents.service';
import { draftsOf } from '#server/drafts/drafts.service';
import { clinicalAccess } from '#server/patients/patients.service';
import { AppError } from '#server/platform/app-error';
import { codedIn, fromStored, previewOf, type StoredNote, toStored } from './note-content.ts';

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

/** Nothing is printed of a part that is empty. */
const EMPTY = {
  'clinical-note': () => undefined,
  plans: ({ plansAndIndications }: StoredNote) => (plansAndIndications ? undefined : 'NO_PLANS'),
  prescriptions: ({ prescriptions }: StoredNote) => (prescriptions.length > 0 ? undefined : 'NO_PRESCRIPTIONS'),
} as const;

export const printClinicalNote = (
  deps: Deps,
  owner: Owner,
  id: string,
  kind: keyof typeof EMPTY,
): Promise<Uint8Array> =>
  printDocument(deps, owner, {
    id,
    kind,
    drafts: clinicalNotes,
    partOf: (content) => {
      const empty = EMPTY[kind](content);
      if (empty) throw new AppError(empty);
      return { kind, content };
    },
  });

export const canWriteClinically = (deps: Deps, owner: Owner): Promise<Permission> =>
  deps.tenantRead(owner.id, (db) => clinicalAccess(db, deps.now()));

export async function createClinicalNote(deps: Deps, owner: Owner, input: NewClinicalNote): Promise<ClinicalNote> {
  const coded = await catalogued(deps, input.diagnoses);
  return clinicalNotes.create(deps, owner, { ...input, content: toStored(input, coded) });
}

export async function updateClinicalNote(
  deps: Deps,
  owner: Owner,
  id: string,
  change: ClinicalNoteChange,
): Promise<ClinicalNote> {
  const coded = await catalogued(deps, change.diagnoses);
  const replace = (was: StoredNote) => toStored(change, new Set([...coded, ...codedIn(was)]));
  return clinicalNotes.change(deps, owner, id, { ...change, replace });
}
