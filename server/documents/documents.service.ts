import { createHash, randomBytes } from 'node:crypto';
import { dayIn } from '#contract/days';
import { CODE_ALPHABET, CODE_LENGTH, canonicalCode, readableCode, type Verification } from '#contract/documents';
import { record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { FinalizedSnapshot } from '#server/drafts/drafts.service';
import { wordingOf } from '#server/pdf/layout/wording';
import { jobProblem } from '#server/pdf/pool';
import type { PrintedPart, PrintRequest } from '#server/pdf/printable';
import type { Printed } from '#server/pdf/printer';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import { signatureForPrescriptions } from '#server/signature/signature.service';
import {
  findDocument,
  type Imprint,
  keepFile,
  nextFolio,
  reserveDocument,
  type StoredDocument,
} from './documents.store.ts';
import { folioOf } from './folio.ts';
import { initialsOf } from './initials.ts';
import { findProof, insertProof, type Proof } from './verifications.store.ts';

/** What was finalised, and which part of it is printed. */
interface Source {
  snapshot: FinalizedSnapshot;
  part: PrintedPart;
}

interface Order extends Source {
  title: string;
  profession?: string;
  imprint: Imprint;
  signature: Uint8Array | undefined;
  document: StoredDocument;
}

/**
 * The signed PDF of what was finalised. It is made once and kept: printed again, it is the same file. What is under
 * way twice at the same moment has one folio and one code, and so the same bytes.
 */
export async function printDocument(
  deps: Deps,
  owner: Owner,
  read: (tx: OwnerTx) => Promise<Source>,
): Promise<Uint8Array> {
  const order = await deps.tenantTransaction(owner.id, async (tx) => {
    const order = await orderOf(tx, deps, await read(tx));
    if (order.document.file) await recordPrint(tx, deps, order.document.id);
    return order;
  });
  const { file, id, folio, code } = order.document;
  if (file) return file;

  const printed = await printedOnce(deps, owner.id, id, {
    ...order.snapshot,
    ...order.part,
    folio,
    code: readableCode(code),
    verifyUrl: `${deps.publicUrl}/verificar/${readableCode(code)}`,
    signature: order.signature,
  });
  return deps.tenantTransaction(owner.id, (tx) => keep(tx, deps, order, printed));
}

async function orderOf(tx: OwnerTx, deps: Deps, { snapshot, part }: Source): Promise<Order> {
  const { kind } = part;
  const wording = wordingOf({
    kind,
    profession: snapshot.professional.profession,
    prescriptions: part.kind === 'certificate' ? 0 : part.content.prescriptions.length,
  });
  const signature = kind === 'prescriptions' ? await signatureForPrescriptions(tx, deps) : undefined;
  const imprint = { kind, sourceId: snapshot.id, signatureHash: signature?.hash };
  const document = await findOrReserve(tx, deps, imprint, { title: wording.title, ...snapshot });
  return { snapshot, part, ...wording, imprint, signature: signature?.image, document };
}

/** The first to come is kept, with its proof; all get that one. */
async function keep(tx: OwnerTx, deps: Deps, order: Order, { pdf, timestamp }: Printed): Promise<Uint8Array> {
  const { document, imprint } = order;
  const fileHash = createHash('sha256').update(pdf).digest();
  const isFirst = await keepFile(tx, document.id, { file: pdf, hash: fileHash, timestamp }, deps.cipher, deps.now());
  if (isFirst) await insertProof(tx, hashOf(document.code), proofOf(order, { timestamp, fileHash }));
  const kept = isFirst ? pdf : (await findDocument(tx, imprint, deps.cipher))?.file;
  // The account was deleted meanwhile: a paper that nobody can verify is handed to nobody.
  if (!kept) throw new AppError('NOT_FOUND');
  await recordPrint(tx, deps, document.id);
  return kept;
}

const underWay = new Map<string, Promise<Printed>>();

/** However often it is asked for while it is being set, it is set once. */
function printedOnce(deps: Deps, ownerId: string, id: string, printable: PrintRequest): Promise<Printed> {
  const printing = underWay.get(id) ?? printed(deps, ownerId, printable).finally(() => underWay.delete(id));
  underWay.set(id, printing);
  return printing;
}

/** Whatever can be finalised can be printed in time: what was not came when the machine had too much to do. */
async function printed(deps: Deps, ownerId: string, printable: PrintRequest): Promise<Printed> {
  try {
    return await deps.printer.print(printable, ownerId);
  } catch (error) {
    const problem = jobProblem(error);
    throw problem && problem !== 'failed' ? new AppError('PRINTER_BUSY', { retryAfter: 5, cause: error }) : error;
  }
}

async function findOrReserve(
  tx: OwnerTx,
  deps: Deps,
  imprint: Imprint,
  { title, professional, finalizedAt }: FinalizedSnapshot & { title: string },
): Promise<StoredDocument> {
  const known = await findDocument(tx, imprint, deps.cipher);
  if (known) return known;
  await lockOwner(tx);
  const meanwhile = await findDocument(tx, imprint, deps.cipher);
  if (meanwhile) return meanwhile;
  const at = deps.now();
  const year = Number(dayIn(professional.timeZone, new Date(finalizedAt)).slice(0, 4));
  const document = { id: uuidv7(at), folio: folioOf(title, year, await nextFolio(tx, year)), code: newCode() };
  await reserveDocument(tx, imprint, document, deps.cipher, at);
  return document;
}

const recordPrint = (tx: OwnerTx, deps: Deps, id: string) =>
  record(tx, { act: 'document.printed', at: deps.now(), actorId: tx.owner, subjectId: id });

/** 140 random bits. */
const newCode = (): string => [...randomBytes(CODE_LENGTH)].map((byte) => CODE_ALPHABET[byte % 32]).join('');

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

const proofOf = (
  { part, title, profession, document, snapshot }: Order,
  printed: Pick<Proof, 'timestamp' | 'fileHash'>,
): Proof => ({
  ...printed,
  kind: part.kind,
  title,
  profession,
  folio: document.folio,
  finalizedAt: new Date(snapshot.finalizedAt),
  timeZone: snapshot.professional.timeZone,
  professionalName: snapshot.professional.name,
  rnpi: snapshot.professional.rnpi,
  patientInitials: initialsOf(snapshot.patient.name),
  contentHash: Buffer.from(snapshot.contentHash, 'hex'),
});

export async function verifyDocument(deps: Deps, written: string): Promise<Verification> {
  const code = canonicalCode(written);
  const proof = code && (await findProof(deps.public, hashOf(code)));
  if (!proof) throw new AppError('DOCUMENT_UNKNOWN');
  const { kind, title, folio, finalizedAt, timeZone, professionalName, profession, rnpi, patientInitials } = proof;
  return {
    valid: true,
    kind,
    type: title,
    folio,
    finalizedAt: finalizedAt.toISOString(),
    timeZone,
    professional: { name: professionalName, profession, rnpi },
    patientInitials,
    contentHash: proof.contentHash.toString('hex'),
    fileHash: proof.fileHash.toString('hex'),
    timestamp: proof.timestamp,
  };
}
