import { createHash } from 'node:crypto';
import { dayIn } from '#contract/days';
import { type DocumentKind, readableCode } from '#contract/documents';
import { type PageSize, pageSizeFor } from '#contract/print-settings';
import { actBy, recordWithDetail } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import { limitGrowth } from '#server/billing/quota.service';
import type { Deps } from '#server/deps';
import type { FinalizedSnapshot } from '#server/drafts/drafts.service';
import { addendaOf, completionOf, countPrescriptions, wordingOf } from '#server/pdf/layout/wording';
import type { PrintedPart, PrintRequest } from '#server/pdf/printable';
import type { Printed, Printer } from '#server/pdf/printer';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { initialsOf } from '#server/platform/initials';
import { notBefore } from '#server/platform/not-before';
import { jobProblem } from '#server/platform/processes/pool';
import { uuidv7 } from '#server/platform/uuid';
import { prescriptionSignature, prescriptionSignatureHash } from '#server/signature/signature.service';
import {
  type DocumentKey,
  findFile,
  findReservation,
  hasOtherDocument,
  nextFolioNumber,
  type Reservation,
  reserveDocument,
  storeFile,
} from './documents.store.ts';
import { hashCode, newCode } from './new-code.ts';
import { findPrintSettings } from './print-settings.store.ts';
import { insertVerification, type NewVerification } from './verifications.store.ts';

export type PrintingDeps = Pick<
  Deps,
  'tenantTransaction' | 'public' | 'isDistributed' | 'cipher' | 'now' | 'publicUrl' | 'diskFloor'
> & { printer: Printer };

/** What is printed: a part of a finalised note, a certificate, or a receipt. */
export interface PrintSource<Content> {
  id: string;
  kind: DocumentKind;
  /** False for a receipt without a diagnosis, which assistants print too. */
  isClinical: boolean;
  records: {
    /** `patientId` is undefined when the patient was deleted. */
    requireFinalized(db: OwnerSql, id: string): Promise<{ patientId: string | undefined }>;
    getSnapshot(db: OwnerSql, deps: PrintingDeps, id: string): Promise<FinalizedSnapshot<Content>>;
  };
  /** Throws when that part is empty. */
  partOf(content: Content): PrintedPart;
  /** Runs in the transaction that stores the file with what verifies it. Throws when neither may be stored any more. */
  whenStored?(tx: OwnerTx, codeHash: Buffer): Promise<void>;
}

/** A document that has a folio and a code, and no file yet. */
interface PendingDocument {
  snapshot: FinalizedSnapshot;
  part: PrintedPart;
  title: string;
  profession: string | undefined;
  signature: Uint8Array | undefined;
  pageSize: PageSize;
  key: DocumentKey;
  reservation: Reservation;
  whenStored: PrintSource<unknown>['whenStored'];
}

/** A stored file. It never changes. */
export interface PrintedDocument {
  id: string;
  file: Uint8Array;
}

/**
 * The signed PDF of a finalised note or certificate, or of a receipt. It is made once and stored. Printing it again reads the stored
 * file and nothing of the snapshot. Simultaneous first prints share one folio and one code, and so the same bytes.
 */
export async function printDocument<Content>(
  deps: PrintingDeps,
  owner: Owner,
  source: PrintSource<Content>,
): Promise<PrintedDocument> {
  const { kind } = source;
  const { patientId, stored } = await deps.tenantTransaction(owner.id, async (tx) => {
    const [{ patientId }, stored] = await Promise.all([
      source.records.requireFinalized(tx, source.id),
      findPrinted(tx, deps, source),
    ]);
    if (stored) await recordPrint(tx, deps, actBy(owner, stored.id, patientId), kind);
    return { patientId, stored };
  });
  if (stored) return stored;
  if (deps.diskFloor.isLow()) throw new AppError('STORAGE_LOW');

  // Between transactions: it may wait for another connection, and for workers that are away.
  const unusedCode = await newCode(deps);
  const pending = await deps.tenantTransaction(owner.id, (tx) => reserve(tx, deps, source, unusedCode));
  const { signature, reservation, pageSize } = pending;
  const code = readableCode(reservation.code);
  const verifyUrl = `${deps.publicUrl}/verificar/${code}`;
  const printable = { ...pending.snapshot, ...pending.part, folio: reservation.folio, code, verifyUrl, pageSize };
  const request = signature ? { ...printable, signature } : printable;
  const printed = await printOnce(deps, owner.id, reservation.id, request);
  return deps.tenantTransaction(owner.id, async (tx) => {
    const file = await store(tx, deps, pending, printed);
    await recordPrint(tx, deps, actBy(owner, reservation.id, patientId), kind);
    return { id: reservation.id, file };
  });
}

async function findPrinted<Content>(
  tx: OwnerTx,
  { cipher }: PrintingDeps,
  { kind, id: sourceId }: PrintSource<Content>,
) {
  const signatureHash = kind === 'prescriptions' ? await prescriptionSignatureHash(tx) : undefined;
  return findFile(tx, { kind, sourceId, signatureHash }, cipher);
}

async function reserve<Content>(
  tx: OwnerTx,
  deps: PrintingDeps,
  source: PrintSource<Content>,
  unusedCode: string,
): Promise<PendingDocument> {
  const { kind, id: sourceId, isClinical, whenStored } = source;
  const snapshot = await source.records.getSnapshot(tx, deps, sourceId);
  const part = source.partOf(snapshot.content);
  const wording = wordingOf({
    kind,
    profession: snapshot.professional.profession,
    prescriptions: countPrescriptions(part),
  });
  const signature = kind === 'prescriptions' ? await prescriptionSignature(tx, deps) : undefined;
  const key = { kind, sourceId, signatureHash: signature?.hash };
  const document = { key, isClinical, title: wording.title };
  const reservation = await findOrReserve(tx, deps, document, unusedCode, snapshot, part);
  const pageSize = pageSizeFor(kind, await findPrintSettings(tx));
  return { snapshot, part, ...wording, signature: signature?.image, pageSize, key, reservation, whenStored };
}

async function findOrReserve(
  tx: OwnerTx,
  deps: PrintingDeps,
  { key, isClinical, title }: { key: DocumentKey; isClinical: boolean; title: string },
  code: string,
  { professional, finalizedAt }: FinalizedSnapshot,
  part: PrintedPart,
): Promise<Reservation> {
  const known = await findReservation(tx, key, deps.cipher);
  if (known) return known;
  await lockOwner(tx);
  const meanwhile = await findReservation(tx, key, deps.cipher);
  if (meanwhile) return meanwhile;
  const completedAt = completionOf({ finalizedAt }, part);
  const at = notBefore(deps.now(), completedAt);
  const year = Number(dayIn(professional.timeZone, completedAt).slice(0, 4));
  const folio = folioOf(tx.owner, title, year, await nextFolioNumber(tx, year));
  const reservation = { id: uuidv7(at), folio, code, createdAt: at };
  // Each picture of the signature makes another document: further ones count against the quota before they are printed.
  if (await hasOtherDocument(tx, key)) await limitGrowth(tx);
  await reserveDocument(tx, { ...key, isClinical }, reservation, deps.cipher);
  return reservation;
}

/** The first file is stored with what verifies it. Simultaneous prints that come later return that file. */
async function store(tx: OwnerTx, deps: PrintingDeps, pending: PendingDocument, printed: Printed): Promise<Uint8Array> {
  const { pdf, timestamp } = printed;
  const { id, code, createdAt } = pending.reservation;
  const fileHash = sha256(pdf);
  const at = notBefore(deps.now(), createdAt);
  const isFirst = await storeFile(tx, id, { file: pdf, hash: fileHash, timestamp }, deps.cipher, at);
  if (isFirst) {
    const codeHash = hashCode(code);
    await pending.whenStored?.(tx, codeHash);
    await insertVerification(tx, codeHash, storedVerification(pending, { timestamp, fileHash }));
  }
  const file = isFirst ? pdf : (await findFile(tx, pending.key, deps.cipher))?.file;
  // The account was deleted meanwhile. A document that cannot be verified is not returned.
  if (!file) throw new AppError('NOT_FOUND');
  return file;
}

const printing = new Map<string, Promise<Printed>>();

/** Simultaneous requests for a document share one print. */
function printOnce(deps: PrintingDeps, ownerId: string, id: string, request: PrintRequest): Promise<Printed> {
  const job = printing.get(id) ?? print(deps, ownerId, request).finally(() => printing.delete(id));
  printing.set(id, job);
  return job;
}

/**
 * Every finalised document can be printed within the limits, so a refused or slow print means that the machine is busy.
 */
async function print(deps: PrintingDeps, ownerId: string, request: PrintRequest): Promise<Printed> {
  try {
    return await deps.printer.print(request, ownerId);
  } catch (error) {
    const problem = jobProblem(error);
    throw problem && problem !== 'failed' ? new AppError('PRINTER_BUSY', { retryAfter: 5, cause: error }) : error;
  }
}

const recordPrint = (tx: OwnerTx, { now, cipher }: PrintingDeps, print: ReturnType<typeof actBy>, kind: DocumentKind) =>
  recordWithDetail(tx, { ...print, act: 'document.printed', at: now() }, { content: { printed: kind }, cipher });

const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();

/**
 * By printed title. What a professional who may not prescribe writes is titled 'Indicaciones' and gets no folio of a
 * receta.
 */
const FOLIO_PREFIXES: Record<string, string> = {
  'Atención Clínica': 'ATN',
  'Planes e Indicaciones': 'IND',
  Indicaciones: 'IND',
  Receta: 'REC',
  Recetas: 'REC',
  'CERTIFICADO MÉDICO': 'CER',
  CERTIFICADO: 'CER',
  'Comprobante de Pago': 'COB',
};

/**
 * 'ATN-2026-000123-9C41D07A2E5B': prefix, year, the professional's own count, and the end of their id. The database
 * refuses a folio with another end, and two accounts with the same one.
 */
const folioOf = (owner: string, title: string, year: number, number: number): string =>
  [FOLIO_PREFIXES[title] ?? 'DOC', year, String(number).padStart(6, '0'), owner.slice(-12).toUpperCase()].join('-');

const storedVerification = (
  { part, title, profession, reservation, snapshot }: PendingDocument,
  printed: Pick<NewVerification, 'timestamp' | 'fileHash'>,
): NewVerification => ({
  ...printed,
  kind: part.kind,
  title,
  profession,
  folio: reservation.folio,
  addendaCount: addendaOf(part).length || undefined,
  finalizedAt: completionOf(snapshot, part),
  timeZone: snapshot.professional.timeZone,
  professionalName: snapshot.professional.name,
  rnpi: snapshot.professional.rnpi,
  patientInitials: initialsOf(snapshot.patient.name),
  contentHash: Buffer.from(snapshot.contentHash, 'hex'),
});
