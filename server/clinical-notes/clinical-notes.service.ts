import type { Permission } from '#contract/billing';
import { type ClinicalNote, type ClinicalNoteChange, isBlank, type NewClinicalNote } from '#contract/clinical-notes';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { draftsOf } from '#server/drafts/drafts.service';
import { clinicalAccess } from '#server/patients/patients.service';
import { fromStored, type StoredNote, toStored } from './note-content.ts';

/** How notes live: read, list and finalise are the same for every draft. */
export const clinicalNotes = draftsOf<StoredNote, ClinicalNote>({
  name: 'clinical-note',
  table: 'clinical_notes',
  finalized: 'CLINICAL_NOTE_FINALIZED',
  incomplete: (content) => (isBlank(fromStored(content)) ? 'CLINICAL_NOTE_BLANK' : undefined),
  toWire: (content, fields) => ({
    ...fields,
    date: fields.createdAt,
    status: fields.finalizedAt ? 'finalized' : 'draft',
    ...fromStored(content),
  }),
});

export const canWriteClinically = (deps: Deps, owner: Owner): Promise<Permission> =>
  deps.asOwner(owner.id, (db) => clinicalAccess(db, deps.now()));

export const createClinicalNote = (deps: Deps, owner: Owner, input: NewClinicalNote): Promise<ClinicalNote> =>
  clinicalNotes.create(deps, owner, { ...input, content: toStored(input) });

export const updateClinicalNote = (
  deps: Deps,
  owner: Owner,
  id: string,
  change: ClinicalNoteChange,
): Promise<ClinicalNote> => clinicalNotes.change(deps, owner, id, { ...change, replace: () => toStored(change) });
