import type { Permission } from '#contract/billing';
import {
  type ClinicalNote,
  type ClinicalNoteChange,
  type Finalization,
  isBlank,
  type NewClinicalNote,
  type NoteMeasurements,
} from '#contract/clinical-notes';
import { markAttended, requireAppointmentOf } from '#server/agenda/appointment-change.service';
import { attachmentLinks, keepAttachmentsOf } from '#server/attachments/attachments.service';
import type { Owner } from '#server/auth/owner';
import { clinicalPermission } from '#server/billing/billing.service';
import { diagnosesInCatalogue } from '#server/cie10/cie10.service';
import type { PrintingDeps } from '#server/documents/documents.service';
import { type DraftsDeps, draftsOf } from '#server/drafts/drafts.service';
import { requireExistingPatient } from '#server/patients/patients.service';
import type { OwnerTx } from '#server/platform/database/database';
import { type LockedNote, lockClinicalNote } from './clinical-notes.store.ts';
import { measurementsOf } from './measurements.store.ts';
import {
  codedDiagnosesOf,
  previewOf,
  type StoredNote,
  toNoteContent,
  toStoredNote,
  UNDECRYPTABLE_NOTE,
} from './note-content.ts';
import { recordAllergies, unconfirmedEntries } from './recorded-allergies.ts';

export type ClinicalNotesDeps = DraftsDeps & PrintingDeps;

export const clinicalNotes = draftsOf<StoredNote, ClinicalNote>({
  name: 'clinical-note',
  table: 'clinical_notes',
  finalizedError: 'CLINICAL_NOTE_FINALIZED',
  notFinalizedError: 'CLINICAL_NOTE_UNFINISHED',
  incompleteError: (content) => (isBlank(toNoteContent(content)) ? 'CLINICAL_NOTE_BLANK' : undefined),
  preview: previewOf,
  undecryptable: UNDECRYPTABLE_NOTE,
  toReply: (content, fields, appointmentId) => ({
    ...fields,
    appointmentId,
    date: fields.createdAt,
    status: fields.finalizedAt ? 'finalized' : 'draft',
    ...toNoteContent(content),
  }),
  predecessorsOf: async (tx, _, { id }) => ({ links: await attachmentLinks(tx, id) }),
  whenFinalized: async (tx, deps, owner, { id, referenceId: appointmentId, at }) => {
    await keepAttachmentsOf(tx, id, at);
    return appointmentId ? markAttended(tx, deps, owner, appointmentId, at) : [];
  },
});

/** Locks a note to which something is added, so that it is not finalised until the transaction ends. */
export const lockNote = (tx: OwnerTx, id: string): Promise<LockedNote | undefined> => lockClinicalNote(tx, id);

export const canWriteClinically = (deps: ClinicalNotesDeps, owner: Owner): Promise<Permission> =>
  deps.tenantRead(owner.id, (db) => clinicalPermission(deps, db));

export const listMeasurements = (
  deps: ClinicalNotesDeps,
  owner: Owner,
  patientId: string,
): Promise<NoteMeasurements[]> =>
  deps.tenantRead(owner.id, async (db) => {
    const [, measurements] = await Promise.all([
      requireExistingPatient(db, patientId),
      measurementsOf(db, patientId, deps.cipher),
    ]);
    return measurements;
  });

export function createClinicalNote(
  deps: ClinicalNotesDeps,
  owner: Owner,
  input: NewClinicalNote,
): Promise<ClinicalNote> {
  const { _id: id, patientId, appointmentId, prescriptions: after, knownAllergies } = input;
  const contentIn = async (tx: OwnerTx) => {
    const [coded] = await Promise.all([
      diagnosesInCatalogue(tx, input.diagnoses),
      appointmentId && requireAppointmentOf(tx, appointmentId, patientId),
    ]);
    return toStoredNote(input, coded);
  };
  const afterInsert = (tx: OwnerTx, noteId: string) =>
    recordAllergies(tx, deps, owner, { id: noteId, patientId, before: [], after, knownAllergies });
  return clinicalNotes.create(deps, owner, { id, patientId, referenceId: appointmentId, contentIn, afterInsert });
}

export function updateClinicalNote(
  deps: ClinicalNotesDeps,
  owner: Owner,
  id: string,
  change: ClinicalNoteChange,
): Promise<ClinicalNote> {
  const replaceIn = async (tx: OwnerTx) => {
    const coded = await diagnosesInCatalogue(tx, change.diagnoses);
    return (current: StoredNote) => toStoredNote(change, new Set([...coded, ...codedDiagnosesOf(current)]));
  };
  return clinicalNotes.update(deps, owner, id, {
    version: change.version,
    patientId: change.patientId,
    replaceIn,
    afterSave: (tx, { patientId, before, after }) => {
      const prescriptions = { before: before.prescriptions, after: after.prescriptions };
      return recordAllergies(tx, deps, owner, {
        id,
        patientId,
        ...prescriptions,
        knownAllergies: change.knownAllergies,
      });
    },
  });
}

export const finalizeClinicalNote = (
  deps: ClinicalNotesDeps,
  owner: Owner,
  id: string,
  { version, asksAboutAllergies = false }: Finalization = {},
): Promise<ClinicalNote> =>
  clinicalNotes.finalize(deps, owner, id, {
    version,
    furtherEntries: (tx, { id: noteId, patientId, content, at }, { allergies }) => {
      const note = { id: noteId, patientId, prescriptions: content.prescriptions, allergies, at };
      return unconfirmedEntries(tx, deps, owner, note, asksAboutAllergies);
    },
  });
