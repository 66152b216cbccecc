import type { Permission } from '#contract/billing';
import {
  type ClinicalNote,
  type ClinicalNoteChange,
  type ClinicalNoteContent,
  isBlank,
  isEditable,
  type NewClinicalNote,
} from '#contract/clinical-notes';
import { record } from '#server/audit/audit.store';
import { type Owner, signatoryOf } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { clinicalAccess, requireClinicalAccess, requirePatient, subjectOf } from '#server/patients/patients.service';
import { AppError } from '#server/platform/app-error';
import { canonicalJson, sha256 } from '#server/platform/crypto/canonical';
import type { OwnerSql, OwnerTx } from '#server/platform/database/gates';
import { takeOwnersTurn } from '#server/platform/database/turn';
import { uuidv7 } from '#server/platform/uuid';
import {
  finalizeDraft,
  findNote,
  insertDraft,
  lockNote,
  noteAskedForWith,
  notesOfPatient,
  replaceDraft,
} from './clinical-notes.store.ts';
import { contentOf, isSameContent, toStored } from './note-content.ts';

/** A draft saves itself every few seconds: saves that follow each other this closely are one act. */
const ONE_SITTING_MS = 10 * 60 * 1000;

export const canWriteClinically = (deps: Deps, owner: Owner): Promise<Permission> =>
  deps.asOwner(owner.id, (db) => clinicalAccess(db, deps.now()));

export const listClinicalNotes = (deps: Deps, owner: Owner, patientId: string): Promise<ClinicalNote[]> =>
  deps.asOwner(owner.id, async (db) => {
    await requirePatient(db, deps, owner, patientId);
    return notesOfPatient(db, patientId, deps.sealer);
  });

export const getClinicalNote = (deps: Deps, owner: Owner, id: string): Promise<ClinicalNote> =>
  deps.asOwner(owner.id, (db) => requireNote(db, deps, id));

export function createClinicalNote(deps: Deps, owner: Owner, input: NewClinicalNote): Promise<ClinicalNote> {
  const at = deps.now();
  const { patientId, requestKey } = input;
  return deps.asOwnerInTransaction(owner.id, async (tx) => {
    await takeOwnersTurn(tx);
    await requirePatient(tx, deps, owner, patientId);
    await requireClinicalAccess(tx, at);
    const known = requestKey && (await noteAskedForWith(tx, requestKey));
    if (known) return changeDraft(tx, deps, await requireDraft(tx, deps, known), input, at);

    const id = uuidv7(at);
    await insertDraft(tx, { id, patientId, requestKey, content: contentOf(input), at }, deps.sealer);
    await record(tx, { act: 'clinical-note.created', at, actorId: owner.id, subjectId: id });
    return requireNote(tx, deps, id);
  });
}

export function updateClinicalNote(
  deps: Deps,
  owner: Owner,
  id: string,
  change: ClinicalNoteChange,
): Promise<ClinicalNote> {
  const at = deps.now();
  return deps.asOwnerInTransaction(owner.id, async (tx) => {
    await takeOwnersTurn(tx);
    const note = await requireDraft(tx, deps, id);
    await requireClinicalAccess(tx, at);
    requireVersion(note, change.version);
    if (change.patientId && change.patientId !== note.patientId) {
      throw new AppError('INVALID_INPUT', { fields: { patientId: 'La nota pertenece a otro paciente' } });
    }
    return changeDraft(tx, deps, note, change, at);
  });
}

export function finalizeClinicalNote(
  deps: Deps,
  owner: Owner,
  id: string,
  { version }: { version?: number | undefined },
): Promise<ClinicalNote> {
  const at = deps.now();
  return deps.asOwnerInTransaction(owner.id, async (tx) => {
    await takeOwnersTurn(tx);
    const note = await requireDraft(tx, deps, id);
    await requireClinicalAccess(tx, at);
    requireVersion(note, version);
    if (isBlank(note)) throw new AppError('CLINICAL_NOTE_BLANK');

    const frozen = canonicalJson({
      kind: 'clinical-note',
      id,
      createdAt: note.createdAt,
      finalizedAt: at.toISOString(),
      professional: signatoryOf(owner),
      patient: subjectOf(await requirePatient(tx, deps, owner, note.patientId)),
      content: toStored(note),
    });
    await finalizeDraft(tx, id, { by: owner.id, at, record: frozen, contentHash: sha256(frozen) }, deps.sealer);
    await record(tx, { act: 'clinical-note.finalized', at, actorId: owner.id, subjectId: id });
    return requireNote(tx, deps, id);
  });
}

async function changeDraft(
  tx: OwnerTx,
  deps: Deps,
  note: ClinicalNote,
  content: ClinicalNoteContent,
  at: Date,
): Promise<ClinicalNote> {
  if (isSameContent(note, content)) return note;
  await replaceDraft(tx, note._id, contentOf(content), deps.sealer, at);
  if (at.getTime() - Date.parse(note.updatedAt) > ONE_SITTING_MS) {
    await record(tx, { act: 'clinical-note.updated', at, actorId: tx.owner, subjectId: note._id });
  }
  return requireNote(tx, deps, note._id);
}

async function requireNote(db: OwnerSql, deps: Deps, id: string): Promise<ClinicalNote> {
  const note = await findNote(db, id, deps.sealer);
  if (!note) throw new AppError('NOT_FOUND');
  return note;
}

async function requireDraft(tx: OwnerTx, deps: Deps, id: string): Promise<ClinicalNote> {
  const note = await lockNote(tx, id, deps.sealer);
  if (!note) throw new AppError('NOT_FOUND');
  if (!isEditable(note)) throw new AppError('CLINICAL_NOTE_FINALIZED');
  return note;
}

/** Who says which version they have read is told when another window was quicker. */
function requireVersion(note: ClinicalNote, read: number | undefined): void {
  if (read !== undefined && read !== note.version) throw new AppError('CLINICAL_NOTE_CHANGED');
}
