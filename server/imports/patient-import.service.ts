import { ERRORS } from '#contract/errors';
import { type ImportProblem, type ImportResult, MAX_PROBLEMS } from '#contract/imports/imports';
import type { PatientImportForm, PatientImportPreview } from '#contract/imports/patient-import';
import { DOCUMENT_TAKEN } from '#contract/patient-identity';
import { actBy, recordWithDetail } from '#server/audit/audit.store';
import { type Owner, todayOf } from '#server/auth/owner';
import { patientPermission, requireRoomForPatients } from '#server/billing/billing.service';
import type { Deps } from '#server/deps';
import { addImportedPatients } from '#server/patients/imported-patients.service';
import { type RemovalDeps, removeWithCustody } from '#server/patients/patients.service';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import type { Leases } from '#server/platform/lease';
import { uuidv7 } from '#server/platform/uuid';
import type { ImportFileReader } from './file-reader.ts';
import { rememberImport, requireAgreement, undoImport, withoutOtherImports } from './imports.service.ts';
import { knownDocuments } from './known-patients.store.ts';
import { BATCH_ROWS, type FileTask, type PatientFile, patientsInBatch } from './patient-file.ts';
import { documentKey, otherThanRut } from './patient-rows.ts';

export interface PatientImportDeps {
  patientFiles: ImportFileReader<FileTask, PatientFile>;
  /** One import of an account at a time. */
  leases: Leases;
}

type ImportDeps = PatientImportDeps &
  Pick<Deps, 'tenantRead' | 'tenantTransaction' | 'cipher' | 'now' | 'countsTestPayments'>;
type Readable = Exclude<PatientFile, { refused: unknown }>;

const PLAN_TOO_SMALL = 'Tu plan no admite todos los pacientes de este archivo.';

/** What an import of the file would do. */
export async function previewPatientImport(
  deps: ImportDeps,
  owner: Owner,
  form: PatientImportForm,
): Promise<PatientImportPreview> {
  const { columns, dateOrder, rows, ...file } = await readFile(deps, owner, form);
  const [known, permission] = await deps.tenantRead(owner.id, (db) =>
    Promise.all([knownDocuments(db, file.documents), patientPermission(deps, db, file.documents.length)]),
  );
  const inPractice = duplicates(file, known);
  const problems = [...file.problems, ...inPractice].sort((a, b) => a.row - b.row);
  let problemCount = file.problemCount + inPractice.length;
  const ready = file.documents.length - known.size;
  if (!permission.canCreate && ready > 0) {
    problems.unshift(problemOfFile('plan', PLAN_TOO_SMALL));
    problemCount += 1;
  }
  return { columns, dateOrder, rows, ready, problems: problems.slice(0, MAX_PROBLEMS), problemCount };
}

/** All rows, or those without problems where the caller has agreed to their number. */
export async function importPatients(deps: ImportDeps, owner: Owner, form: PatientImportForm): Promise<ImportResult> {
  return withoutOtherImports(deps.leases, owner, async () => {
    const file = await readFile(deps, owner, form);
    return deps.tenantTransaction(owner.id, async (tx) => {
      const [, known] = await Promise.all([lockOwner(tx), knownDocuments(tx, file.documents)]);
      const count = file.documents.length - known.size;
      requireAgreement(form.ready, count, [...file.problems, ...duplicates(file, known)]);
      await requireRoomForPatients(deps, tx, count);
      return insertAll(tx, deps, owner, { file, known });
    });
  });
}

/**
 * One entry for all patients: twenty thousand entries in a chain would take minutes. The log of each patient shows it.
 */
async function insertAll(
  tx: OwnerTx,
  deps: ImportDeps,
  owner: Owner,
  { file, known }: { file: Readable; known: ReadonlySet<string> },
): Promise<ImportResult> {
  const at = deps.now();
  const importId = uuidv7(at);
  const ids: string[] = [];
  for (const batch of file.batches) {
    const patients = patientsInBatch(batch).map(({ patient }) => patient);
    const unknown = patients.filter((patient) => !known.has(documentKey(patient)));
    ids.push(...(await addImportedPatients(tx, deps, unknown, at)));
  }
  const entry = { ...actBy(owner, importId), act: 'patient.imported', at } as const;
  const entryId = await recordWithDetail(tx, entry, { content: { imported: ids.length }, cipher: deps.cipher });
  await rememberImport(tx, { id: importId, kind: 'patients', at, entryId, ids });
  return { imported: ids.length, importId };
}

export function undoPatientImport(
  deps: Pick<Deps, 'tenantTransaction' | 'cipher' | 'now'> & RemovalDeps,
  owner: Owner,
  id: string,
): Promise<undefined> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    const now = deps.now();
    const ids = await undoImport(tx, { id, kind: 'patients', now }, (some) => removeWithCustody(tx, deps, some, now));
    const entry = { ...actBy(owner, id), act: 'patient.import-undone', at: now } as const;
    await recordWithDetail(tx, entry, { content: { imported: ids.length }, cipher: deps.cipher });
    return undefined;
  });
}

async function readFile(deps: ImportDeps, owner: Owner, form: PatientImportForm): Promise<Readable> {
  const { file: bytes, mapping, dateOrder, corrections = {} } = form;
  const today = todayOf(owner, deps.now());
  const file = await deps.patientFiles.read({ bytes, mapping, dateOrder, corrections, today }, owner.id);
  if ('refused' in file) throw new AppError(file.refused);
  return file;
}

/** A problem for each row whose document a patient has. */
function duplicates(
  { documents, batches }: Pick<Readable, 'documents' | 'batches'>,
  known: ReadonlySet<string>,
): ImportProblem[] {
  if (known.size === 0) return [];
  const taken = documents.flatMap((key, at) => (known.has(key) ? [at] : []));
  const byBatch = Map.groupBy(taken, (at) => Math.floor(at / BATCH_ROWS));
  return [...byBatch].flatMap(([number, positions]) => {
    const rows = patientsInBatch(batches[number] ?? new Uint8Array());
    return positions.flatMap((at) => {
      const found = rows[at % BATCH_ROWS];
      if (!found) return [];
      const { row, patient } = found;
      const { rut: value, name: label, documentType } = patient;
      const { message } = ERRORS[DOCUMENT_TAKEN[documentType]];
      return [{ row, field: 'rut', message, value, label, documentType: otherThanRut(documentType) }];
    });
  });
}

const problemOfFile = (field: string, message: string): ImportProblem => ({
  row: 0,
  field,
  message,
  value: '',
  label: '',
});
