import type { z } from 'zod';
import type { DRAFT_FIELDS } from '#contract/drafts';
import type { ErrorCode } from '#contract/errors';
import { record } from '#server/audit/audit.store';
import { type Owner, signatoryOf } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { requireClinicalAccess, requirePatient, subjectOf } from '#server/patients/patients.service';
import { AppError } from '#server/platform/app-error';
import { type CanonicalValue, canonicalJson, sha256 } from '#server/platform/crypto/canonical';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import { type Draft, type DraftTable, draftsIn } from './drafts.store.ts';

/** A draft saves itself every few seconds: the trail tells of it this often. */
const AUDIT_INTERVAL_MS = 10 * 60 * 1000;

/** What was finalised, with both parties as they were then. */
export interface FinalizedSnapshot<Content = unknown> {
  id: string;
  createdAt: string;
  finalizedAt: string;
  professional: ReturnType<typeof signatoryOf>;
  patient: ReturnType<typeof subjectOf>;
  content: Content;
  contentHash: string;
}

type Fields = z.input<z.ZodObject<typeof DRAFT_FIELDS>>;

/** What tells one kind of draft from another. */
interface Kind<Content, Reply> {
  name: 'clinical-note' | 'certificate';
  table: DraftTable;
  /** Why a finalised one is not changed. */
  finalized: ErrorCode;
  /** Why a draft is not printed. */
  unfinished: ErrorCode;
  /** Why it cannot be finalised as it is; nothing when it can. */
  incomplete?(content: Content): ErrorCode | undefined;
  /** The beginnings of its texts, for a list: however long a history is, it is read quickly. */
  preview(content: Content): Content;
  toReply(content: Content, fields: Fields): Reply;
}

interface NewDocument<Content> {
  /** Chosen by the client, or undefined. */
  id: string | undefined;
  patientId: string;
  content: Content;
}

interface Change<Content> {
  version?: number | undefined;
  patientId?: string | undefined;
  /** What it becomes of what it was. */
  replace(was: Content): Content;
}

/** The life of what is written first and finalised later: the same for notes and certificates. */
export function draftsOf<Content extends CanonicalValue, Reply>(kind: Kind<Content, Reply>) {
  const store = draftsIn<Content>(kind.table, kind.preview);
  const toReply = (draft: Draft<Content>): Reply => kind.toReply(draft.content, fieldsOf(draft));

  async function required(db: OwnerSql, deps: Deps, id: string): Promise<Reply> {
    const draft = await store.find(db, id, deps.cipher);
    if (!draft) throw new AppError('NOT_FOUND');
    return toReply(draft);
  }

  async function requireDraft(tx: OwnerTx, deps: Deps, id: string, refusal = kind.finalized): Promise<Draft<Content>> {
    const draft = await store.lock(tx, id, deps.cipher);
    if (!draft) throw new AppError('NOT_FOUND');
    if (draft.finalizedAt) throw new AppError(refusal);
    return draft;
  }

  async function save(tx: OwnerTx, deps: Deps, draft: Draft<Content>, content: Content): Promise<Reply> {
    if (canonicalJson(draft.content) === canonicalJson(content)) return toReply(draft);
    const at = deps.now();
    const isNewSitting = at.getTime() - draft.recordedAt.getTime() > AUDIT_INTERVAL_MS;
    const recordedAt = isNewSitting ? at : draft.recordedAt;
    const next = { ...draft, content, version: draft.version + 1, updatedAt: at, recordedAt };
    await store.replace(tx, next, deps.cipher);
    if (isNewSitting) await record(tx, { act: `${kind.name}.updated`, at, actorId: tx.owner, subjectId: draft.id });
    return toReply(next);
  }

  /**
   * Answers a repeated creation with the draft that the first one made. A different content is refused: another tab may
   * hold the same id, and a client that lost an answer reads the draft and updates it.
   */
  async function createdBefore(tx: OwnerTx, deps: Deps, id: string, content: Content): Promise<Reply> {
    const draft = await requireDraft(tx, deps, id);
    if (canonicalJson(draft.content) !== canonicalJson(content)) throw new AppError('DRAFT_CHANGED');
    return toReply(draft);
  }

  return {
    ofPatient: (deps: Deps, owner: Owner, patientId: string): Promise<Reply[]> =>
      deps.tenantRead(owner.id, async (db) => {
        await requirePatient(db, deps, owner, patientId);
        return (await store.ofPatient(db, patientId, deps.cipher)).map(toReply);
      }),

    read: (deps: Deps, owner: Owner, id: string): Promise<Reply> =>
      deps.tenantRead(owner.id, (db) => required(db, deps, id)),

    snapshot: async (db: OwnerSql, deps: Deps, id: string): Promise<FinalizedSnapshot<Content>> => {
      const text = await store.findSnapshot(db, id, deps.cipher);
      if (text === undefined) throw new AppError('NOT_FOUND');
      if (text === null) throw new AppError(kind.unfinished);
      return { ...(JSON.parse(text) as FinalizedSnapshot<Content>), contentHash: sha256(text).toString('hex') };
    },

    create: (deps: Deps, owner: Owner, { id: chosenId, patientId, content }: NewDocument<Content>): Promise<Reply> =>
      deps.tenantTransaction(owner.id, async (tx) => {
        await lockOwner(tx);
        const at = deps.now();
        await requirePatient(tx, deps, owner, patientId);
        await requireClinicalAccess(tx, at);
        const id = chosenId ?? uuidv7(at);
        const existingPatientId = await store.patientOf(tx, id);
        if (existingPatientId === patientId) return createdBefore(tx, deps, id, content);
        if (existingPatientId) throw new AppError('INVALID_INPUT', { fields: { _id: 'Ya se usó para otro paciente' } });

        await store.insert(tx, { id, patientId, content, at }, deps.cipher);
        await record(tx, { act: `${kind.name}.created`, at, actorId: owner.id, subjectId: id });
        return required(tx, deps, id);
      }),

    change: (deps: Deps, owner: Owner, id: string, change: Change<Content>): Promise<Reply> =>
      deps.tenantTransaction(owner.id, async (tx) => {
        await lockOwner(tx);
        const draft = await requireDraft(tx, deps, id);
        await requireClinicalAccess(tx, deps.now());
        requireVersion(draft, change.version);
        if (change.patientId && change.patientId !== draft.patientId) {
          throw new AppError('INVALID_INPUT', { fields: { patientId: 'Pertenece a otro paciente' } });
        }
        return save(tx, deps, draft, change.replace(draft.content));
      }),

    finalize: (deps: Deps, owner: Owner, id: string, version?: number): Promise<Reply> =>
      deps.tenantTransaction(owner.id, async (tx) => {
        await lockOwner(tx);
        const draft = await requireDraft(tx, deps, id);
        // After the turn, and whatever the clock says: what is finalised was saved before.
        const at = new Date(Math.max(deps.now().getTime(), draft.updatedAt.getTime()));
        await requireClinicalAccess(tx, at);
        requireVersion(draft, version);
        const incomplete = kind.incomplete?.(draft.content);
        if (incomplete) throw new AppError(incomplete);

        const snapshot = canonicalJson({
          kind: kind.name,
          id: draft.id,
          createdAt: draft.createdAt.toISOString(),
          finalizedAt: at.toISOString(),
          professional: signatoryOf(owner),
          patient: subjectOf(await requirePatient(tx, deps, owner, draft.patientId)),
          content: draft.content,
        });
        const finalization = { by: owner.id, at, record: snapshot, contentHash: sha256(snapshot) };
        await store.finalize(tx, draft.id, finalization, deps.cipher);
        await record(tx, { act: `${kind.name}.finalized`, at, actorId: owner.id, subjectId: id });
        return required(tx, deps, id);
      }),

    /** `finalized` is why a finalised one is not removed. */
    remove: (deps: Deps, owner: Owner, id: string, finalized: ErrorCode): Promise<undefined> =>
      deps.tenantTransaction(owner.id, async (tx) => {
        await lockOwner(tx);
        await requireDraft(tx, deps, id, finalized);
        await store.remove(tx, id);
        await record(tx, { act: `${kind.name}.deleted`, at: deps.now(), actorId: owner.id, subjectId: id });
        return undefined;
      }),
  };
}

/** Who says which version they have read is told when another window was quicker. */
function requireVersion(draft: { version: number }, read: number | undefined): void {
  if (read !== undefined && read !== draft.version) throw new AppError('DRAFT_CHANGED');
}

const fieldsOf = (draft: Draft<unknown>): Fields => ({
  _id: draft.id,
  patientId: draft.patientId,
  version: draft.version,
  createdAt: draft.createdAt.toISOString(),
  updatedAt: draft.updatedAt.toISOString(),
  finalizedAt: draft.finalizedAt?.toISOString(),
  contentHash: draft.contentHash,
});
