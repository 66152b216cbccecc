import type { ErrorCode } from '#contract/errors';
import { actBy, record, recordAll } from '#server/audit/audit.store';
import { type Authentication, authenticationOf, type Owner, printedProfessionalOf } from '#server/auth/owner';
import { requireClinicalAccess } from '#server/billing/billing.service';
import type { Deps } from '#server/deps';
import { printedPatientOf, requireExistingPatient, requirePatient } from '#server/patients/patients.service';
import type { PrintedPatient, PrintedProfessional } from '#server/pdf/printable';
import { AppError } from '#server/platform/app-error';
import { type CanonicalValue, canonicalJson, sha256 } from '#server/platform/crypto/canonical';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { notBefore } from '#server/platform/not-before';
import { uuidv7 } from '#server/platform/uuid';
import type { Draft, PageWindow } from './draft.ts';
import { type Change, type DraftKind, type Finalization, type NewDocument, replyFields } from './draft-kind.ts';
import { draftsIn } from './drafts.store.ts';

export type DraftsDeps = Pick<Deps, 'tenantRead' | 'tenantTransaction' | 'cipher' | 'now' | 'countsTestPayments'>;

/** Drafts are saved every few seconds. The access log records an update at most this often. */
const AUDIT_INTERVAL_MS = 10 * 60 * 1000;

/** A finalised document, with the professional and the patient as they were at that moment. */
export interface FinalizedSnapshot<Content = unknown> {
  id: string;
  createdAt: string;
  finalizedAt: string;
  professional: PrintedProfessional;
  patient: PrintedPatient;
  /** The login of the session that finalised it. Missing in older documents. */
  authentication?: Authentication;
  /** Only in an addendum: its note, and the hash of the addendum before it. */
  note?: { id: string; contentHash: string };
  previous?: string | null;
  /** Only in a note: its attachments, if it has any. */
  attachments?: { id: string; sha256: string }[];
  content: Content;
  contentHash: string;
}

/** The snapshot in its stored text, with the hash of that text. */
export const parseSnapshot = <Content>(text: string): FinalizedSnapshot<Content> => ({
  ...(JSON.parse(text) as FinalizedSnapshot<Content>),
  contentHash: sha256(text).toString('hex'),
});

/** Creates, updates and finalises drafts: the same rules hold for notes, certificates and addenda. */
export function draftsOf<Content extends CanonicalValue, Reply>(kind: DraftKind<Content, Reply>) {
  const store = draftsIn<Content>(kind.table, kind.preview, kind.undecryptable);
  const toReply = (draft: Draft<Content>): Reply => kind.toReply(draft.content, replyFields(draft), draft.referenceId);

  async function requireDocument(db: OwnerSql, deps: DraftsDeps, id: string): Promise<Reply> {
    const draft = await store.find(db, id, deps.cipher);
    if (!draft) throw new AppError('NOT_FOUND');
    return toReply(draft);
  }

  async function listIn(db: OwnerSql, deps: DraftsDeps, patientId: string): Promise<Reply[]> {
    const [, drafts] = await Promise.all([
      requireExistingPatient(db, patientId),
      store.listByPatient(db, patientId, deps.cipher),
    ]);
    return drafts.map(toReply);
  }

  async function lockDraft(
    tx: OwnerTx,
    deps: DraftsDeps,
    id: string,
    finalizedError = kind.finalizedError,
  ): Promise<Draft<Content>> {
    const draft = await store.lock(tx, id, deps.cipher);
    if (!draft) throw new AppError('NOT_FOUND');
    if (draft.finalizedAt) throw new AppError(finalizedError);
    return draft;
  }

  /** A draft that may be changed. One that could not be decrypted may be deleted only. */
  async function requireDraft(tx: OwnerTx, deps: DraftsDeps, id: string): Promise<Draft<Content>> {
    const draft = await lockDraft(tx, deps, id);
    if (draft.undecryptable) throw new AppError('UNDECRYPTABLE');
    return draft;
  }

  async function save(tx: OwnerTx, deps: DraftsDeps, owner: Owner, draft: Draft<Content>, content: Content) {
    if (canonicalJson(draft.content) === canonicalJson(content)) return toReply(draft);
    const now = deps.now();
    const at = notBefore(now, draft.createdAt, draft.updatedAt);
    // After the clock was set back, an update is recorded at once instead of when the clock has caught up.
    const isAudited = Math.abs(now.getTime() - draft.recordedAt.getTime()) > AUDIT_INTERVAL_MS;
    const recordedAt = isAudited ? now : draft.recordedAt;
    const next = { ...draft, content, version: draft.version + 1, updatedAt: at, recordedAt };
    const entry = { ...actBy(owner, draft.id, draft.patientId), act: `${kind.name}.updated`, at } as const;
    await Promise.all([store.replace(tx, next, deps.cipher), isAudited && record(tx, entry)]);
    return toReply(next);
  }

  /**
   * Answers a repeated creation with the draft that the first one made. A different content is refused: another tab may
   * hold the same id, and a client that lost an answer reads the draft and updates it.
   */
  async function createdBefore(tx: OwnerTx, deps: DraftsDeps, id: string, content: Content): Promise<Reply> {
    const draft = await requireDraft(tx, deps, id);
    if (canonicalJson(draft.content) !== canonicalJson(content)) throw new AppError('DRAFT_CHANGED');
    return toReply(draft);
  }

  async function createIn(
    tx: OwnerTx,
    deps: DraftsDeps,
    owner: Owner,
    { id: chosenId, patientId, referenceId, contentIn, afterInsert }: NewDocument<Content>,
  ): Promise<Reply> {
    const at = deps.now();
    const id = chosenId ?? uuidv7(at);
    const [, , , existingPatientId, content] = await Promise.all([
      lockOwner(tx),
      requireExistingPatient(tx, patientId),
      requireClinicalAccess(deps, tx),
      store.patientOf(tx, id),
      contentIn(tx),
    ]);
    if (existingPatientId === patientId) return createdBefore(tx, deps, id, content);
    if (existingPatientId) throw new AppError('INVALID_INPUT', { fields: { _id: 'Ya se usó para otro paciente' } });

    const [created] = await Promise.all([
      store.insert(tx, { id, patientId, referenceId, content, at }, deps.cipher),
      afterInsert?.(tx, id),
      record(tx, { ...actBy(owner, id, patientId), act: `${kind.name}.created`, at }),
    ]);
    return toReply(created);
  }

  return {
    list: (deps: DraftsDeps, owner: Owner, patientId: string): Promise<Reply[]> =>
      deps.tenantRead(owner.id, (db) => listIn(db, deps, patientId)),
    listIn,

    /** For searches: the next page of documents with their whole content, newest first. */
    page: async (db: OwnerSql, deps: Pick<Deps, 'cipher'>, patientId: string, window: PageWindow): Promise<Reply[]> =>
      (await store.page(db, patientId, window, deps.cipher)).map(toReply),

    /** The documents with their whole content, finalised ones first. */
    listByReference: async (db: OwnerSql, deps: Pick<Deps, 'cipher'>, referenceId: string): Promise<Reply[]> =>
      (await store.listByReference(db, referenceId, deps.cipher)).map(toReply),

    get: (deps: DraftsDeps, owner: Owner, id: string): Promise<Reply> =>
      deps.tenantRead(owner.id, (db) => requireDocument(db, deps, id)),
    getIn: requireDocument,

    /** Throws for a draft and for an unknown id. Nothing is decrypted. */
    requireFinalized: async (
      db: OwnerSql,
      id: string,
      notFinalizedError: ErrorCode = kind.notFinalizedError,
    ): Promise<{ patientId: string }> => {
      const found = await store.finalization(db, id);
      if (!found) throw new AppError('NOT_FOUND');
      if (!found.isFinalized) throw new AppError(notFinalizedError);
      return found;
    },

    getSnapshot: async (db: OwnerSql, deps: Pick<Deps, 'cipher'>, id: string): Promise<FinalizedSnapshot<Content>> => {
      const text = await store.findSnapshot(db, id, deps.cipher);
      if (text === undefined) throw new AppError('NOT_FOUND');
      if (text === null) throw new AppError(kind.notFinalizedError);
      return parseSnapshot(text);
    },

    /** For exports: also documents in custody. */
    idsOf: store.idsOf,
    findForExport: (db: OwnerSql, deps: Pick<Deps, 'cipher'>, id: string) => store.findForExport(db, id, deps.cipher),

    create: (deps: DraftsDeps, owner: Owner, document: NewDocument<Content>): Promise<Reply> =>
      deps.tenantTransaction(owner.id, (tx) => createIn(tx, deps, owner, document)),
    createIn,

    update: (deps: DraftsDeps, owner: Owner, id: string, change: Change<Content>): Promise<Reply> =>
      deps.tenantTransaction(owner.id, async (tx) => {
        const [, draft, , replace] = await Promise.all([
          lockOwner(tx),
          requireDraft(tx, deps, id),
          requireClinicalAccess(deps, tx),
          change.replaceIn(tx),
        ]);
        requireVersion(draft, change.version);
        if (change.patientId && change.patientId !== draft.patientId) {
          throw new AppError('INVALID_INPUT', { fields: { patientId: 'Pertenece a otro paciente' } });
        }
        const content = replace(draft.content);
        const reply = await save(tx, deps, owner, draft, content);
        await change.afterSave?.(tx, { patientId: draft.patientId, before: draft.content, after: content });
        return reply;
      }),

    finalize: (deps: DraftsDeps, owner: Owner, id: string, request: Finalization<Content> = {}): Promise<Reply> =>
      deps.tenantTransaction(owner.id, async (tx) => {
        const [, draft] = await Promise.all([
          lockOwner(tx),
          requireDraft(tx, deps, id),
          requireClinicalAccess(deps, tx),
        ]);
        requireVersion(draft, request.version);
        const incompleteError = kind.incompleteError?.(draft.content);
        if (incompleteError) throw new AppError(incompleteError);
        const { links = {}, lastAt = new Date(0) } = (await kind.predecessorsOf?.(tx, deps, draft)) ?? {};
        const at = notBefore(deps.now(), draft.createdAt, draft.updatedAt, new Date(lastAt.getTime() + 1));

        const patient = await requirePatient(tx, deps, owner, draft.patientId);
        const authentication = authenticationOf(owner);
        const snapshot = canonicalJson({
          kind: kind.name,
          id: draft.id,
          createdAt: draft.createdAt.toISOString(),
          finalizedAt: at.toISOString(),
          professional: printedProfessionalOf(owner),
          patient: printedPatientOf(patient),
          authentication,
          content: draft.content,
          ...links,
        });
        const beside = (await kind.whenFinalized?.(tx, deps, owner, { ...draft, at })) ?? [];
        const requested = (await request.furtherEntries?.(tx, { ...draft, at }, patient)) ?? [];
        const { id: by, startedAt: authenticatedAt } = owner;
        const finalization = { by, at, authenticatedAt, record: snapshot, contentHash: sha256(snapshot) };
        const who = actBy(owner, draft.id, draft.patientId);
        const entry = { ...who, act: `${kind.name}.finalized`, at, detail: { authentication } } as const;
        const [, , finalized] = await Promise.all([
          store.finalize(tx, draft.id, finalization, deps.cipher),
          recordAll(tx, [...beside, ...requested, entry], deps.cipher),
          requireDocument(tx, deps, id),
        ]);
        return finalized;
      }),

    delete: (deps: DraftsDeps, owner: Owner, id: string, finalizedError: ErrorCode): Promise<undefined> =>
      deps.tenantTransaction(owner.id, async (tx) => {
        await lockOwner(tx);
        const draft = await lockDraft(tx, deps, id, finalizedError);
        await store.delete(tx, id);
        await record(tx, { ...actBy(owner, draft.id, draft.patientId), act: `${kind.name}.deleted`, at: deps.now() });
        return undefined;
      }),
  };
}

/** A request without a version is accepted: it comes from a client that does not check for conflicts. */
function requireVersion(draft: { version: number }, expected: number | undefined): void {
  if (expected !== undefined && expected !== draft.version) throw new AppError('DRAFT_CHANGED');
}
