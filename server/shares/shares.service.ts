import type { Patient } from '#contract/patients';
import type { BlockedShare, ChosenDocument, CreatedShare, NewShare, Share } from '#contract/shares';
import { actBy, record, recordWithDetail } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import { type CertificatesDeps, certificateToShare } from '#server/certificates/certificates.service';
import type { ClinicalNotesDeps } from '#server/clinical-notes/clinical-notes.service';
import { noteToShare } from '#server/clinical-notes/print-note.service';
import type { Deps } from '#server/deps';
import type { DocumentToShare } from '#server/documents/shared-print.service';
import { shareAddress } from '#server/links/link-address';
import { createShareLink } from '#server/links/share-links';
import { changeEmail } from '#server/patients/patient-contacts.service';
import { requireExistingPatient, requirePatient } from '#server/patients/patients.service';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import { receiptToShare } from '#server/receipts/receipts.service';
import { queueShareMail } from './share-mails.service.ts';
import {
  blockedShares,
  countMailedSince,
  documentsOfShares,
  findShare,
  insertShare,
  type NewSharedDocument,
  SHARES_AT_ONCE,
  sharesOfPatient,
  storeRevocation,
} from './shares.store.ts';

export type SharesDeps = ClinicalNotesDeps & CertificatesDeps & Pick<Deps, 'sendsMail' | 'publicUrl'>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** So many links are mailed to one patient. */
const MAX_MAILS_A_DAY = 20;

/**
 * Makes a link with documents as they are printed now. The documents are printed between transactions, and each of them
 * only once: a later change of the signature, the account or the page makes other documents.
 */
export async function createShare(
  deps: SharesDeps,
  owner: Owner,
  patientId: string,
  { documents, days, sendEmail, email }: NewShare,
): Promise<CreatedShare> {
  const chosen = await Promise.all(withoutRepetitions(documents).map((document) => toShare(deps, owner, document)));
  const described = await deps.tenantRead(owner.id, async (db) => {
    await requireReachable(db, deps, owner, { patientId, sendEmail, email });
    return Promise.all(chosen.map(async (document) => ({ document, ...(await describe(db, document, patientId)) })));
  });
  const printed: NewSharedDocument[] = [];
  for (const { document, title, date } of described) {
    const { id: documentId } = await document.print();
    printed.push({ documentId, title, date });
  }
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    const patient = await requireReachable(tx, deps, owner, { patientId, sendEmail, email });
    if (email) await changeEmail(deps, tx, owner, { patient, email });
    const createdAt = deps.now();
    const id = uuidv7(createdAt);
    const expiresAt = new Date(createdAt.getTime() + days * DAY_MS);
    const mailStatus = sendEmail ? 'pending' : undefined;
    await insertShare(tx, { id, patientId, createdAt, expiresAt, mailStatus }, printed, deps.cipher);
    const token = await createShareLink(tx, { shareId: id, expiresAt });
    if (sendEmail) await queueShareMail(deps, tx, { shareId: id, token }, createdAt);
    const folios = (await documentsOfShares(tx, [id], deps.cipher)).map(({ folio }) => folio);
    const entry = { ...actBy(owner, id, patientId), act: 'share.created', at: createdAt } as const;
    await recordWithDetail(tx, entry, { content: { folios }, cipher: deps.cipher });
    return { _id: id, url: shareAddress(deps.publicUrl, token), expiresAt: expiresAt.toISOString() };
  });
}

function withoutRepetitions(documents: readonly ChosenDocument[]): ChosenDocument[] {
  return [...new Map(documents.map((document) => [`${document.kind} ${document.id}`, document])).values()];
}

async function toShare(deps: SharesDeps, owner: Owner, { kind, id }: ChosenDocument): Promise<DocumentToShare> {
  if (kind === 'certificate') return certificateToShare(deps, owner, id);
  return kind === 'receipt' ? receiptToShare(deps, owner, id) : noteToShare(deps, owner, id, kind);
}

/** A document of another patient is refused like an unknown document. */
async function describe(db: OwnerSql, document: DocumentToShare, patientId: string) {
  const found = await document.requireFinalized(db);
  if (found.patientId !== patientId) throw new AppError('NOT_FOUND');
  return document.describe(db);
}

async function requireReachable(
  db: OwnerSql,
  deps: SharesDeps,
  owner: Owner,
  { patientId, sendEmail, email }: { patientId: string } & Pick<NewShare, 'sendEmail' | 'email'>,
): Promise<Patient> {
  const patient = await requirePatient(db, deps, owner, patientId);
  if (patient.blocked) throw new AppError('PATIENT_BLOCKED');
  if (!sendEmail) return patient;
  if (!deps.sendsMail) throw new AppError('MAIL_NOT_CONFIGURED');
  if ((email ?? patient.email) === undefined) throw new AppError('PATIENT_WITHOUT_EMAIL');
  const mailed = await countMailedSince(db, patientId, new Date(deps.now().getTime() - DAY_MS));
  if (mailed >= MAX_MAILS_A_DAY) throw new AppError('TOO_MANY_MAILS');
  return patient;
}

type ReadingDeps = Pick<Deps, 'tenantRead' | 'cipher' | 'now'>;

export const listShares = (deps: ReadingDeps, owner: Owner, patientId: string): Promise<Share[]> =>
  deps.tenantRead(owner.id, async (db) => {
    const window = { cipher: deps.cipher, now: deps.now(), before: undefined };
    const [, shares] = await Promise.all([
      requireExistingPatient(db, patientId),
      sharesOfPatient(db, patientId, window),
    ]);
    return shares;
  });

/** All links of a patient, in pages. For exports. */
export async function* pagesOfShares(deps: ReadingDeps, owner: Owner, patientId: string): AsyncGenerator<Share[]> {
  let before: string | undefined;
  for (;;) {
    const window = { cipher: deps.cipher, now: deps.now(), before };
    const page = await deps.tenantRead(owner.id, (db) => sharesOfPatient(db, patientId, window));
    yield page;
    if (page.length < SHARES_AT_ONCE) return;
    before = page.at(-1)?._id;
  }
}

export const listBlockedShares = (deps: ReadingDeps, owner: Owner): Promise<BlockedShare[]> =>
  deps.tenantRead(owner.id, (db) => blockedShares(db, deps.now()));

/** The link ends at once. Repeated, it changes nothing. */
export const revokeShare = (
  deps: Pick<Deps, 'tenantTransaction' | 'now'>,
  owner: Owner,
  id: string,
): Promise<undefined> =>
  deps.tenantTransaction(owner.id, async (tx) => {
    const share = await findShare(tx, id);
    if (!share) throw new AppError('NOT_FOUND');
    const at = deps.now();
    if (share.expiresAt <= at || !(await storeRevocation(tx, id, at))) return undefined;
    await record(tx, { ...actBy(owner, id, share.patientId), act: 'share.revoked', at });
    return undefined;
  });
