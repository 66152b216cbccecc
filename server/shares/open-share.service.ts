import type { DocumentKind } from '#contract/documents';
import { MAX_WRONG_DATES } from '#contract/share-page';
import type { OpenedShare, SharedDocument, SharedLink } from '#contract/shares';
import { actBy, PATIENT_BY_LINK, record, UNKNOWN_PERSON } from '#server/audit/audit.store';
import { openAccount } from '#server/auth/open-account.service';
import type { Deps } from '#server/deps';
import { readShareLink } from '#server/links/share-links';
import { truncateAddress } from '#server/platform/address';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';
import { queueShareNotice } from './share-mails.service.ts';
import {
  documentsOfShares,
  findShare,
  insertOpening,
  lockShare,
  type OpenedRow,
  type SharedDocumentRow,
  storeWrongDates,
} from './shares.store.ts';

export type OpenShareDeps = Pick<
  Deps,
  'public' | 'identity' | 'tenantRead' | 'tenantTransaction' | 'accessTokens' | 'cipher' | 'now' | 'sendsMail'
>;

type ReadDeps = Pick<OpenShareDeps, 'public' | 'identity' | 'tenantRead' | 'now'>;

/** A link, and the address from which somebody uses it. */
export interface ShareUse {
  token: string;
  address: string;
}

export interface LinkedShare {
  ownerId: string;
  professional: string;
  share: OpenedRow;
}

/** The id of no account and of no share. */
const NOBODY = '00000000-0000-0000-0000-00000000ffff';

const isOver = ({ isEnded, expiresAt }: OpenedRow, now: Date): boolean => isEnded || expiresAt <= now;
const works = (share: OpenedRow, now: Date): boolean => !isOver(share, now) && !share.isPatientBlocked;

/**
 * The share of a token. A link that does not work is refused in one way, after the same reads, so that neither the answer
 * nor its time tells why.
 */
export async function requireShare(deps: ReadDeps, token: string): Promise<LinkedShare> {
  const found = await findLinked(deps, token);
  if (!found || !works(found.share, deps.now())) throw new AppError('LINK_ENDED');
  return found;
}

/** The professional of a link that is not over. A blocked patient keeps their rights, so their link counts. */
export async function findSenderOfShare(deps: ReadDeps, token: string): Promise<string | undefined> {
  const found = await findLinked(deps, token);
  return found && !isOver(found.share, deps.now()) ? found.ownerId : undefined;
}

async function findLinked(deps: ReadDeps, token: string): Promise<LinkedShare | undefined> {
  const now = deps.now();
  const link = await readShareLink(deps.public, token, now);
  const { ownerId, shareId } = link ?? { ownerId: NOBODY, shareId: NOBODY };
  const [account, share] = await Promise.all([
    openAccount(deps, ownerId),
    deps.tenantRead(ownerId, (db) => findShare(db, shareId)),
  ]);
  return account && share && { ownerId, professional: account.name, share };
}

export async function describeShare(deps: OpenShareDeps, token: string): Promise<SharedLink> {
  const { professional, share } = await requireShare(deps, token);
  return { professional, expiresAt: share.expiresAt.toISOString() };
}

/**
 * The documents, for whoever knows the birth date. The row is locked while a try is decided, so that simultaneous
 * tries are no more than five. The refusal is thrown after the transaction, which has to keep the count of wrong dates.
 */
export async function openShare(deps: OpenShareDeps, use: ShareUse, birthDate: string): Promise<OpenedShare> {
  const { ownerId, share } = await requireShare(deps, use.token);
  const result = await deps.tenantTransaction(ownerId, async (tx) => {
    const at = deps.now();
    const locked = await lockShare(tx, share.id);
    if (!locked || !works(locked, at)) return new AppError('LINK_ENDED');
    if (locked.birthDate !== birthDate) return refuse(deps, tx, use, locked, at);
    await insertOpening(tx, { id: uuidv7(at), shareId: share.id, at, network: truncateAddress(use.address) });
    const actor = { id: ownerId, actorId: PATIENT_BY_LINK, address: use.address };
    await record(tx, { ...actBy(actor, share.id, share.patientId), act: 'share.opened', at });
    return documentsOfShares(tx, [share.id], deps.cipher);
  });
  if (result instanceof AppError) throw result;
  const ticket = await deps.accessTokens.issueTicket(share.id, deps.now());
  return { ticket, documents: result.map(toSharedDocument) };
}

/** Counts a wrong birth date. The fifth one ends the link for good, and the professional is told. */
async function refuse(
  deps: OpenShareDeps,
  tx: OwnerTx,
  { address }: ShareUse,
  { id, patientId, wrongDates: before }: OpenedRow,
  at: Date,
): Promise<AppError> {
  const wrongDates = before + 1;
  const isBlocked = wrongDates >= MAX_WRONG_DATES;
  await storeWrongDates(tx, { id, wrongDates, blockedAt: isBlocked ? at : undefined });
  if (isBlocked) await queueShareNotice(deps, tx, id, at);
  const who = actBy({ id: tx.owner, actorId: UNKNOWN_PERSON, address }, id, patientId);
  await record(tx, { ...who, act: 'share.refused', at });
  if (isBlocked) await record(tx, { ...who, act: 'share.blocked', at });
  return new AppError('BIRTH_DATE_WRONG', { fields: { birthDate: triesLeft(MAX_WRONG_DATES - wrongDates) } });
}

function triesLeft(tries: number): string {
  if (tries === 0) return 'El enlace quedó bloqueado. Pide uno nuevo a quien te lo envió.';
  return tries === 1 ? 'Te queda 1 intento' : `Te quedan ${tries} intentos`;
}

const FILE_WORDS: Record<DocumentKind, string> = {
  'clinical-note': 'atencion-clinica',
  plans: 'indicaciones',
  prescriptions: 'receta',
  certificate: 'certificado',
  receipt: 'comprobante',
};

/** What a professional who may not prescribe writes is no receta, as its folio tells. */
export function fileNameOf({ kind, folio }: Pick<SharedDocumentRow, 'kind' | 'folio'>): string {
  const isWithoutReceta = kind === 'prescriptions' && !folio.startsWith('REC-');
  return `${isWithoutReceta ? FILE_WORDS.plans : FILE_WORDS[kind]}-${folio}.pdf`;
}

const toSharedDocument = (document: SharedDocumentRow): SharedDocument => ({
  _id: document.documentId,
  title: document.title,
  date: document.date,
  fileName: fileNameOf(document),
});
