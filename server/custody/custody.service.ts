import { CUSTODY_YEARS, type CustodyQuery, type CustodyRecord } from '#contract/custody';
import { patientWhenAdded } from '#server/attachments/attachments.service';
import { OPERATOR, record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import { certificates } from '#server/certificates/certificates.service';
import { addenda } from '#server/clinical-notes/addenda.service';
import { clinicalNotes } from '#server/clinical-notes/clinical-notes.service';
import type { Deps } from '#server/deps';
import { parseSnapshot } from '#server/drafts/drafts.service';
import type { PrintedPatient } from '#server/pdf/printable';
import { AppError } from '#server/platform/app-error';
import type { Database, OwnerSql } from '#server/platform/database/database';
import {
  deleteRecords,
  type ExpiredRecord,
  expiredAfter,
  type KeptPatient,
  lastRecordOf,
  patientsInCustody,
} from './custody.store.ts';

type CustodyDeps = Pick<Deps, 'tenantRead' | 'cipher'>;

/** A deleted patient as in the last finalised document or attachment. */
export type PatientInCustody = KeptPatient & { patient: PrintedPatient | undefined };

export const listCustody = (deps: CustodyDeps, owner: Owner, page: CustodyQuery): Promise<CustodyRecord[]> =>
  deps.tenantRead(owner.id, async (db) => {
    const records: CustodyRecord[] = [];
    for (const kept of await patientsInCustody(db, page)) {
      const patient = await lastKnown(db, deps, kept.patientId);
      records.push({
        patientId: kept.patientId,
        name: patient?.name,
        socialName: patient?.socialName,
        rut: patient?.rut,
        documentType: patient?.documentType,
        documents: kept.documents,
        lastRecordAt: kept.lastRecordAt.toISOString(),
        keptUntil: yearsAfter(kept.lastRecordAt, CUSTODY_YEARS).toISOString(),
      });
    }
    return records;
  });

/** Throws NOT_FOUND for a patient who exists, and for one of whom nothing is kept. */
export const requireInCustody = (deps: CustodyDeps, owner: Owner, patientId: string): Promise<PatientInCustody> =>
  deps.tenantRead(owner.id, async (db) => {
    const [kept] = await patientsInCustody(db, { patientId });
    if (!kept) throw new AppError('NOT_FOUND');
    return { ...kept, patient: await lastKnown(db, deps, patientId) };
  });

/** All patients in custody. The ids and dates of all are in memory, and the identity of one at a time. */
export async function* eachInCustody(deps: CustodyDeps, owner: Owner): AsyncGenerator<PatientInCustody> {
  for (const kept of await deps.tenantRead(owner.id, (db) => patientsInCustody(db))) {
    const patient = await deps.tenantRead(owner.id, (db) => lastKnown(db, deps, kept.patientId));
    yield { ...kept, patient };
  }
}

const DRAFTS = { 'clinical-note': clinicalNotes, certificate: certificates, addendum: addenda };

/** Undefined when it cannot be decrypted. */
async function lastKnown(db: OwnerSql, deps: CustodyDeps, patientId: string): Promise<PrintedPatient | undefined> {
  const last = await lastRecordOf(db, patientId);
  if (!last) return undefined;
  if (last.kind === 'attachment') return patientWhenAdded(db, deps, last.id);
  const found = await DRAFTS[last.kind].findForExport(db, deps, last.id);
  return found?.snapshot ? parseSnapshot(found.snapshot).patient : undefined;
}

/** The same day and time, years later or earlier. February 29 becomes March 1. */
function yearsAfter(at: Date, years: number): Date {
  const moved = new Date(at);
  moved.setUTCFullYear(at.getUTCFullYear() + years);
  return moved;
}

interface PurgeDeps extends Pick<Database, 'custody' | 'custodyTransaction'> {
  now(): Date;
}

const RECORDS_AT_ONCE = 100;

/** The deleted patients of all professionals whose fifteen years are over. */
export async function* eachExpired(deps: PurgeDeps): AsyncGenerator<ExpiredRecord> {
  const before = yearsAfter(deps.now(), -CUSTODY_YEARS);
  let last: ExpiredRecord | undefined;
  for (;;) {
    const page = await expiredAfter(deps.custody, before, last, RECORDS_AT_ONCE);
    yield* page;
    if (page.length < RECORDS_AT_ONCE) return;
    last = page.at(-1);
  }
}

/**
 * Deletes for good what is kept of a deleted patient. A trigger refuses documents of less than fifteen years. When another
 * command or the purge of the account came first, nothing is left to delete, and no entry is added to the log.
 */
export const purgeExpired = (deps: PurgeDeps, { ownerId, patientId }: ExpiredRecord): Promise<number> =>
  deps.custodyTransaction(async (tx) => {
    const documents = await deleteRecords(tx, ownerId, patientId);
    if (documents === 0) return 0;
    const entry = { act: 'custody.purged', at: deps.now(), actorId: OPERATOR, ownerId, address: undefined } as const;
    await record(tx, { ...entry, subjectId: patientId, patientId });
    return documents;
  });
