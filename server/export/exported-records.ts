import { detailText } from '#contract/access-log';
import type { AddendumContent } from '#contract/addenda';
import type { Patient } from '#contract/patients';
import { timeZoneOf } from '#contract/regions';
import type { Owner } from '#server/auth/owner';
import { certificates } from '#server/certificates/certificates.service';
import { addenda, listAddenda } from '#server/clinical-notes/addenda.service';
import { clinicalNotes } from '#server/clinical-notes/clinical-notes.service';
import type { Deps } from '#server/deps';
import { parseSnapshot } from '#server/drafts/drafts.service';
import type { PrintedPart, PrintedPatient } from '#server/pdf/printable';
import type { ExportedRecord } from './fhir.ts';

export type RecordsDeps = Pick<Deps, 'tenantRead' | 'cipher'>;

/** A patient, or a patient in custody, who has the data of the last document. */
export interface ExportSubject {
  id: string;
  patient: Patient | PrintedPatient | undefined;
  isInCustody: boolean;
}

/** A note, certificate or addendum, and what makes them differ in an export. */
export interface LoadedRecord extends ExportedRecord {
  part: Exclude<PrintedPart, { kind: 'receipt' }> | ExportedAddendum;
  snapshot: string | undefined;
  isUndecryptable: boolean;
  /**
   * Whether its PDF is printed if it never was. The PDF of an addendum contains the note and the addenda before it, so
   * only the last one is printed. An addendum that cannot be decrypted, and those after it, cannot be printed: the last
   * one is then the addendum before it.
   */
  needsPdf: boolean;
}

interface ExportedAddendum {
  kind: 'addendum';
  content: AddendumContent;
  noteId: string;
}

/** Each note comes before its addenda. */
export async function* eachRecord(deps: RecordsDeps, owner: Owner, patientId: string): AsyncGenerator<LoadedRecord> {
  const [notes, others, appended] = await deps.tenantRead(owner.id, (db) =>
    Promise.all([clinicalNotes.idsOf(db, patientId), certificates.idsOf(db, patientId), listAddenda(db, patientId)]),
  );
  const addendaByNote = Map.groupBy(appended, ({ noteId }) => noteId);
  const ofDraft = (found: ExportedDraft) => ({
    id: found.id,
    patientId,
    practitionerId: owner.id,
    createdAt: found.createdAt.toISOString(),
    finalizedAt: found.finalizedAt?.toISOString(),
    contentHash: found.contentHash,
    snapshot: found.snapshot,
    resetStatement: resetStatement(found.snapshot, timeZoneOf(owner.user.region)),
    isUndecryptable: found.undecryptable === true || (found.finalizedAt !== undefined && found.snapshot === undefined),
  });
  for (const noteId of notes) {
    const note = await deps.tenantRead(owner.id, (db) => clinicalNotes.findForExport(db, deps, noteId));
    // At most MAX_ADDENDA are in memory together.
    const ofNote: FoundAddendum[] = [];
    for (const { id } of addendaByNote.get(noteId) ?? []) {
      const found = await deps.tenantRead(owner.id, (db) => addenda.findForExport(db, deps, id));
      if (found) ofNote.push(found);
    }
    const last = lastPrintable(ofNote);
    if (note) yield { ...ofDraft(note), needsPdf: !last, part: { kind: 'clinical-note', content: note.content } };
    for (const one of ofNote) {
      yield { ...ofDraft(one), needsPdf: one === last, part: { kind: 'addendum', content: one.content, noteId } };
    }
  }
  for (const id of others) {
    const found = await deps.tenantRead(owner.id, (db) => certificates.findForExport(db, deps, id));
    if (found) yield { ...ofDraft(found), needsPdf: true, part: { kind: 'certificate', content: found.content } };
  }
}

/** What the access log says of the login that finalised a record, when an administrator had reset the password. */
function resetStatement(snapshot: string | undefined, timeZone: string): string | undefined {
  const authentication = snapshot === undefined ? undefined : parseSnapshot(snapshot).authentication;
  if (!authentication?.temporaryPassword && !authentication?.passwordResetAt) return undefined;
  return detailText({ authentication }, timeZone);
}

/** The last finalised one before the first that cannot be decrypted. Undefined when the note itself is the last. */
function lastPrintable(ofNote: readonly FoundAddendum[]): FoundAddendum | undefined {
  const finalized = ofNote.filter(({ finalizedAt }) => finalizedAt);
  const broken = finalized.findIndex(({ snapshot }) => snapshot === undefined);
  return (broken < 0 ? finalized : finalized.slice(0, broken)).at(-1);
}

type Found<Drafts extends { findForExport: (...args: never[]) => Promise<unknown> }> = NonNullable<
  Awaited<ReturnType<Drafts['findForExport']>>
>;
type FoundAddendum = Found<typeof addenda>;
type ExportedDraft = Found<typeof clinicalNotes | typeof certificates> | FoundAddendum;
