import type { AccessDetail } from '#contract/access-log';
import type { Permission } from '#contract/billing';
import { DOCUMENT_TAKEN } from '#contract/patient-identity';
import {
  birthDateProblem,
  INVALID_DOCUMENT_NUMBER,
  type Patient,
  type PatientChange,
  type PatientInput,
  type PatientsQuery,
  storedDocumentNumber,
} from '#contract/patients';
import { timeZoneOf } from '#contract/regions';
import { type Actor, actBy, record, recordWithDetail } from '#server/audit/audit.store';
import { type Owner, todayOf } from '#server/auth/owner';
import { patientPermission, requireRoomForPatients } from '#server/billing/billing.service';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import { findPatientsByDocument, hasPatientWithDocument, type StoredDocument } from './patient-documents.store.ts';
import { stopReminders } from './patient-reminders.store.ts';
import {
  countPatients,
  findPatient,
  findPatients,
  hasPatient,
  insertPatient,
  pageOfPatients,
  patientsAfter,
  removePatients,
  replacePatient,
  takeFichaNumbers,
} from './patients.store.ts';

type PlanDeps = Pick<Deps, 'now' | 'countsTestPayments'>;
type PatientsDeps = PlanDeps & Pick<Deps, 'tenantRead' | 'tenantTransaction' | 'cipher'>;

const readContextOf = (deps: Pick<Deps, 'cipher' | 'now'>, owner: Owner) => ({
  cipher: deps.cipher,
  today: todayOf(owner, deps.now()),
});

export function listPatients(deps: PatientsDeps, owner: Owner, { page, limit, search }: PatientsQuery) {
  const window = { page, limit };
  const context = { ...readContextOf(deps, owner), timeZone: timeZoneOf(owner.user.region) };
  return deps.tenantRead(owner.id, async (db) => {
    if (search) return { ...(await findPatients(db, search, window, context)), page, limit };
    const [patients, total] = await Promise.all([pageOfPatients(db, window, context), countPatients(db)]);
    return { patients, total, page, limit };
  });
}

const PATIENTS_AT_ONCE = 50;

/** All patients, a page at a time. For exports. */
export async function* eachPatient(
  deps: Pick<Deps, 'tenantRead' | 'cipher' | 'now'>,
  owner: Owner,
): AsyncGenerator<Patient> {
  let after: string | undefined;
  for (;;) {
    const window = { after, limit: PATIENTS_AT_ONCE };
    const page = await deps.tenantRead(owner.id, (db) => patientsAfter(db, window, readContextOf(deps, owner)));
    yield* page;
    if (page.length < PATIENTS_AT_ONCE) return;
    after = page.at(-1)?._id;
  }
}

export const canCreatePatient = (deps: PatientsDeps, owner: Owner): Promise<Permission> =>
  deps.tenantRead(owner.id, (db) => patientPermission(deps, db));

export const getPatient = (deps: PatientsDeps, owner: Owner, id: string): Promise<Patient> =>
  deps.tenantRead(owner.id, (db) => requirePatient(db, deps, owner, id));

export function createPatient(deps: PatientsDeps, owner: Owner, input: PatientInput): Promise<Patient> {
  requireBirthDate(input, todayOf(owner, deps.now()));
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    return requirePatient(tx, deps, owner, await addPatient(deps, tx, owner, input));
  });
}

/** Adds a patient, also as a part of another act. The owner is locked. Returns the id. */
export async function addPatient(
  deps: PlanDeps & Pick<Deps, 'cipher'>,
  tx: OwnerTx,
  actor: Actor,
  input: PatientInput,
): Promise<string> {
  const at = deps.now();
  const id = uuidv7(at);
  const [, , fichaNumber] = await Promise.all([
    requireRoomForPatients(deps, tx),
    requireFreeDocument(tx, input, id),
    takeFichaNumbers(tx, 1),
  ]);
  await Promise.all([
    insertPatient(tx, { id, fichaNumber, input }, deps.cipher, at),
    record(tx, { ...actBy(actor, id, id), act: 'patient.created', at }),
  ]);
  return id;
}

/** Whether the plan allows one more patient. */
export const hasRoomForPatient = async (deps: PlanDeps, db: OwnerSql): Promise<boolean> =>
  (await patientPermission(deps, db)).canCreate;

/** The patients with these documents, by number and type. */
export const patientsByDocument = (db: OwnerSql, documents: readonly StoredDocument[]) =>
  findPatientsByDocument(db, documents);

export function updatePatient(deps: PatientsDeps, owner: Owner, id: string, body: PatientChange): Promise<Patient> {
  requireBirthDate(body, todayOf(owner, deps.now()));
  return deps.tenantTransaction(owner.id, async (tx) => {
    const [, current] = await Promise.all([lockOwner(tx), requirePatient(tx, deps, owner, id)]);
    requireDecrypted(current);
    const input = changedInput(current, body);
    await requireFreeDocument(tx, input, id);
    const entry = { ...actBy(owner, id, id), act: 'patient.updated', at: deps.now() } as const;
    const change = changeOfIdentity(current, input);
    const [, , patient] = await Promise.all([
      replacePatient(tx, id, input, deps.cipher),
      change ? recordWithDetail(tx, entry, { content: change, cipher: deps.cipher }) : record(tx, entry),
      requirePatient(tx, deps, owner, id),
    ]);
    return patient;
  });
}

/**
 * What deleting patients needs from attachments. Attachments import patients and not the reverse, so `app.ts` passes
 * it.
 */
export interface RemovalDeps {
  /** Keeps their files in custody. */
  keepAttachments(tx: OwnerTx, patientIds: readonly string[], at: Date): Promise<void>;
}

/** Returns how many patients were removed. */
export async function removeWithCustody(
  tx: OwnerTx,
  deps: RemovalDeps,
  ids: readonly string[],
  at: Date,
): Promise<number> {
  const [, removed] = await Promise.all([deps.keepAttachments(tx, ids, at), removePatients(tx, ids)]);
  return removed;
}

export function deletePatient(deps: PatientsDeps & RemovalDeps, owner: Owner, id: string): Promise<undefined> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    if ((await removeWithCustody(tx, deps, [id], at)) === 0) throw new AppError('NOT_FOUND');
    await record(tx, { ...actBy(owner, id, id), act: 'patient.deleted', at });
    return undefined;
  });
}

/** The patient wants no more reminders. Repeated, it changes nothing. */
export function declineReminders(
  deps: Pick<PatientsDeps, 'tenantTransaction' | 'now'>,
  actor: Actor,
  id: string,
): Promise<undefined> {
  return deps.tenantTransaction(actor.id, async (tx) => {
    await lockOwner(tx);
    if (await stopReminders(tx, id)) {
      await record(tx, { ...actBy(actor, id, id), act: 'reminders.declined', at: deps.now() });
    }
    return undefined;
  });
}

function changedInput(current: Patient, { documentType, ...body }: PatientChange): PatientInput {
  const sent = documentType ?? body.socialName ?? body.occupation ?? body.prevision ?? body.legalRepresentative;
  const { socialName, occupation, prevision, legalRepresentative } = sent ? body : current;
  const file = { documentType: documentType ?? current.documentType, socialName, occupation, prevision };
  const rut = storedDocumentNumber({ rut: body.rut, documentType: file.documentType });
  if (rut === undefined) throw new AppError('INVALID_INPUT', { fields: { rut: INVALID_DOCUMENT_NUMBER } });
  return { ...body, ...file, legalRepresentative, rut };
}

const IDENTITY_FIELDS = ['name', 'socialName', 'rut', 'documentType', 'birthDate'] as const;

/** The values before and after, of the fields that identify a patient and change. */
function changeOfIdentity(current: Patient, next: PatientInput): Pick<AccessDetail, 'before' | 'after'> | undefined {
  const changed = IDENTITY_FIELDS.filter((field) => current[field] !== next[field]);
  if (changed.length === 0) return undefined;
  const identity = (patient: Patient | PatientInput) =>
    Object.fromEntries(changed.map((field) => [field, patient[field] ?? '']));
  return { before: identity(current), after: identity(next) };
}

/** The patient data printed on documents. */
export function printedPatientOf(patient: Patient) {
  requireDecrypted(patient);
  const { name, socialName, rut, documentType, fichaNumber, birthDate, sex, address } = patient;
  const { occupation, prevision, legalRepresentative } = patient;
  const identity = { name, socialName, rut, documentType, fichaNumber, birthDate, sex, address };
  return { ...identity, occupation, prevision, legalRepresentative };
}

/** What stands in place of the encrypted text must not be stored as if it were the text. */
function requireDecrypted({ undecryptable }: Patient): void {
  if (undecryptable) throw new AppError('UNDECRYPTABLE');
}

/** Returns the owner's patient or throws NOT_FOUND. Other features use it too. */
export async function requirePatient(
  db: OwnerSql,
  deps: Pick<Deps, 'cipher' | 'now'>,
  owner: Owner,
  id: string,
): Promise<Patient> {
  const patient = await findPatient(db, id, readContextOf(deps, owner));
  if (!patient) throw new AppError('NOT_FOUND');
  return patient;
}

/** Decrypts nothing. */
export async function requireExistingPatient(db: OwnerSql, id: string): Promise<void> {
  if (!(await hasPatient(db, id))) throw new AppError('NOT_FOUND');
}

async function requireFreeDocument(tx: OwnerTx, input: PatientInput, id: string): Promise<void> {
  if (await hasPatientWithDocument(tx, input, id)) throw new AppError(DOCUMENT_TAKEN[input.documentType]);
}

function requireBirthDate({ birthDate }: Pick<PatientInput, 'birthDate'>, today: string): void {
  const problem = birthDateProblem(birthDate, today);
  if (problem) throw new AppError('INVALID_INPUT', { fields: { birthDate: problem } });
}
