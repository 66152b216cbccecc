import type { Patient } from '#contract/patients';
import type { Owner } from '#server/auth/owner';
import { certificates } from '#server/certificates/certificates.service';
import { clinicalNotes } from '#server/clinical-notes/clinical-notes.service';
import type { Deps } from '#server/deps';
import type { PrintedPart, PrintedPatient } from '#server/pdf/printable';
import type { ExportedRecord } from './fhir-records.ts';

export type RecordsDeps = Pick<Deps, 'tenantRead' | 'cipher'>;

/** A patient, or one in custody: of the latter there is what the last document shows. */
export interface ExportSubject {
  id: string;
  patient: Patient | PrintedPatient | undefined;
  isInCustody: boolean;
}

/** A note or certificate, and what makes the two differ in an export. */
export interface LoadedRecord extends ExportedRecord {
  kind: 'clinical-note' | 'certificate';
  snapshot: string | undefined;
  isUndecryptable: boolean;
  part: PrintedPart;
}

export async function* eachRecord(deps: RecordsDeps, owner: Owner, patientId: string): AsyncGenerator<LoadedRecord> {
  const [notes, others] = await deps.tenantRead(owner.id, (db) =>
    Promise.all([clinicalNotes.idsOf(db, patientId), certificates.idsOf(db, patientId)]),
  );
  const ofDraft = (
    found: NonNullable<Awaited<ReturnType<typeof clinicalNotes.findForExport | typeof certificates.findForExport>>>,
  ) => ({
    id: found.id,
    patientId,
    practitionerId: owner.id,
    createdAt: found.createdAt.toISOString(),
    finalizedAt: found.finalizedAt?.toISOString(),
    contentHash: found.contentHash,
    snapshot: found.snapshot,
    isUndecryptable: found.undecryptable === true || (found.finalizedAt !== undefined && found.snapshot === undefined),
  });
  for (const id of notes) {
    const found = await deps.tenantRead(owner.id, (db) => clinicalNotes.findForExport(db, deps, id));
    if (found)
      yield { ...ofDraft(found), kind: 'clinical-note', part: { kind: 'clinical-note', content: found.content } };
  }
  for (const id of others) {
    const found = await deps.tenantRead(owner.id, (db) => certificates.findForExport(db, deps, id));
    if (found) yield { ...ofDraft(found), kind: 'certificate', part: { kind: 'certificate', content: found.content } };
  }
}
