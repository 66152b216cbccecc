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
const ONE_SITTING_MS = 10 * 60 * 1000;

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
interface Kind<Content, Wire> {
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
  toWire(content: Content, fields: Fields): Wire;
}

interface Asked<Content> {
  patientId: string;
  requestKey?: string | undefined;
  content: Content;
}

interface Change<Content> {
  version?: number | undefined;
  patientId?: string | undefined;
  /** What it becomes of what it was. */
  replace(was: Content): Content;
}

/** The life of what is written first and finalised later: the same for notes and certificates. */
export function draftsOf<Content extends CanonicalValue, Wire>(kind: Kind<Content, Wire>) {
  const store = draftsIn<Content>(kind.table, kind.preview);
  const toWire = (draft: Draft<Content>): Wire => kind.toWire(draft.content, fieldsOf(draft));

  async function required(db: OwnerSql, deps: Deps, id: string): Promise<Wire> {
    const draft = await store.find(db, id, deps.cipher);
    if (!draft) throw new AppError('NOT_FOUND');
    return toWire(draft);
  }

  async function requireDraft(tx: OwnerTx, deps: Deps, id: string, refusal = kind.finalized): Promise<Draft<Content>> {
    const draft = await store.lock(tx, id, deps.cipher);
    if (!draft) throw new AppError('NOT_FOUND');
    if (draft.finalizedAt) throw new AppError(refusal);
    return draft;
  }

  async function save(tx: OwnerTx, deps: Deps, draft: Draft<Content>, content: Content): Promise<Wire> {
    if (canonicalJson(draft.content) === canonicalJson(content)) return toWire(draft);
    const at = deps.now();
    const isNewSitting = at.getTime() - draft.recordedAt.getTime() > ONE_SITTING_MS;
    const recordedAt = isNewSitting ? at : draft.recordedAt;
    const next = { ...draft, content, version: draft.version + 1, updatedAt: at, recordedAt };
    await store.replace(tx, next, deps.cipher);
    if (isNewSitting) await record(tx, { act: `${kind.name}.updated`, at, actorId: tx.owner, subjectId: draft.id });
    return toWire(next);
  }

  /** The same request a second time: its answer was lost. What was written since by other ways is not overwritten. */
  function again(tx: OwnerTx, deps: Deps, draft: Draft<Content>, asked: Asked<Content>): Promise<Wire> {
    if (asked.patientId !== draft.patientId) {
      throw new AppError('INVALID_INPUT', { fields: { requestKey: 'Ya se usó para otro paciente' } });
    }
    const isUntouched = draft.version === 1 || canonicalJson(draft.content) === canonicalJson(asked.content);
    if (!isUntouched) throw new AppError('DRAFT_CHANGED', { fields: { _id: draft.id } });
    return save(tx, deps, draft, asked.content);
  }

  return {
    ofPatient: (deps: Deps, owner: Owner, patientId: string): Promise<Wire[]> =>
      deps.tenantRead(owner.id, async (db) => {
        await requirePatient(db, deps, owner, patientId);
        return (await store.ofPatient(db, patientId, deps.cipher)).map(toWire);
      }),

    read: (deps: Deps, owner: Owner, id: string): Promise<Wire> =>
      deps.tenantRead(owner.id, (db) => required(db, deps, id)),

    /** Refuses a draft and what does not exist. Nothing is decrypted. */
    requireFinalized: async (db: OwnerSql, id: string): Promise<void> => {
      const isFinalized = await store.isFinalized(db, id);
      if (isFinalized === undefined) throw new AppError('NOT_FOUND');
      if (!isFinalized) throw new AppError(kind.unfinished);
    },

    snapshot: async (db: OwnerSql, deps: Deps, id: string): Promise<FinalizedSnapshot<Content>> => {
      const text = await store.recordOf(db, id, deps.cipher);
      if (text === undefined) throw new AppError('NOT_FOUND');
      if (text === null) throw new AppError(kind.unfinished);
      return { ...(JSON.parse(text) as FinalizedSnapshot<Content>), contentHash: sha256(text).toString('hex') };
    },

    create: (deps: Deps, owner: Owner, { patientId, requestKey, content }: Asked<Content>): Promise<Wire> =>
      deps.tenantTransaction(owner.id, async (tx) => {
        await lockOwner(tx);
        const at = deps.now();
        await requirePatient(tx, deps, owner, patientId);
        await requireClinicalAccess(tx, at);
        const known = requestKey && (await store.askedForWith(tx, requestKey));
        if (known) return again(tx, deps, await requireDraft(tx, deps, known), { patientId, content });

        const id = uuidv7(at);
        await store.insert(tx, { id, patientId, requestKey, content, at }, deps.cipher);
        await record(tx, { act: `${kind.name}.created`, at, actorId: owner.id, subjectId: id });
        return required(tx, deps, id);
      }),

    change: (deps: Deps, owner: Owner, id: string, change: Change<Content>): Promise<Wire> =>
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

    finalize: (deps: Deps, owner: Owner, id: string, version?: number): Promise<Wire> =>
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
