import { randomBytes } from 'node:crypto';
import { type Owner, printedProfessionalOf } from '#server/auth/owner';
import { limitGrowth } from '#server/billing/quota.service';
import { lockAndReadCharge, readCharge } from '#server/charges/charge-records.service';
import {
  type PrintedDocument,
  type PrintingDeps,
  type PrintSource,
  printDocument,
} from '#server/documents/documents.service';
import type { DocumentToShare } from '#server/documents/shared-print.service';
import { voidDocuments } from '#server/documents/verification.service';
import { parseSnapshot } from '#server/drafts/drafts.service';
import { wordingOf } from '#server/pdf/layout/wording';
import type { PrintedReceipt } from '#server/pdf/printable';
import { AppError } from '#server/platform/app-error';
import { canonicalJson, sha256 } from '#server/platform/crypto/canonical';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';
import { type PaidCharge, presentPatientId, readPaidCharge, requirePaid } from './paid-charge.service.ts';
import {
  hasReceipt,
  insertReceipt,
  type KnownReceipt,
  receiptsOfPatient,
  storeCodeHash,
  validReceipts,
  voidReceiptsOfPayment,
} from './receipts.store.ts';

const SALT_BYTES = 16;

/** The receipt of a charge as a signed PDF. While it says the same it is the same file. */
export const printReceipt = async (deps: PrintingDeps, owner: Owner, chargeId: string): Promise<Uint8Array> =>
  (await print(deps, owner, chargeId)).file;

/** The receipt of a charge, for a link to the patient. It is made when the link is. */
export const receiptToShare = (deps: PrintingDeps, owner: Owner, chargeId: string): DocumentToShare => ({
  requireFinalized: async (db) => {
    const charge = requirePaid(await readCharge(db, deps, chargeId));
    return { patientId: presentPatientId(charge) };
  },
  describe: async (db) => {
    const charge = await readCharge(db, deps, chargeId);
    const { title } = wordingOf({ kind: 'receipt', profession: undefined, prescriptions: 0 });
    return { title, date: charge.date };
  },
  print: () => print(deps, owner, chargeId),
});

/** Voids the receipts that show the payment. Who verifies one of them is told so. */
export async function voidReceiptsWithPayment(tx: OwnerTx, paymentId: string, at: Date): Promise<void> {
  await voidDocuments(tx, await voidReceiptsOfPayment(tx, paymentId, at), at);
}

/** The ids of the receipts of a patient, by which their printed documents are found. */
export const listReceipts = (db: OwnerSql, patientId: string): Promise<string[]> => receiptsOfPatient(db, patientId);

async function print(deps: PrintingDeps, owner: Owner, chargeId: string): Promise<PrintedDocument> {
  const receipt = await deps.tenantTransaction(owner.id, (tx) => findOrMakeReceipt(tx, deps, owner, chargeId));
  return printDocument(deps, owner, sourceFor(receipt));
}

interface Receipt {
  id: string;
  patientId: string | undefined;
  hasDiagnosis: boolean;
  snapshot: string;
}

/** The charge is locked: two prints at once make one receipt, and no payment is voided meanwhile. */
async function findOrMakeReceipt(tx: OwnerTx, deps: PrintingDeps, owner: Owner, chargeId: string): Promise<Receipt> {
  const charge = await readPaidCharge(tx, deps, await lockAndReadCharge(tx, deps, chargeId));
  const { patientId, paymentIds } = charge;
  const hasDiagnosis = charge.content.diagnosis !== undefined;
  const known = await validReceipts(tx, { chargeId, hasDiagnosis }, deps.cipher);
  for (const receipt of known) {
    const snapshot = sameSnapshot(owner, charge, receipt);
    if (snapshot) return { id: receipt.id, patientId, hasDiagnosis, snapshot };
  }
  if (deps.diskFloor.isLow()) throw new AppError('STORAGE_LOW');
  // Each change of what it says makes another receipt: further ones count against the quota.
  if (await hasReceipt(tx, chargeId)) await limitGrowth(tx);
  const createdAt = deps.now();
  const [id, salt] = [uuidv7(createdAt), randomBytes(SALT_BYTES).toString('base64url')];
  const snapshot = snapshotText(owner, charge, { id, createdAt, salt });
  const contentHash = sha256(snapshot);
  await insertReceipt(
    tx,
    { id, chargeId, paymentIds, hasDiagnosis, snapshot, salt, contentHash, createdAt },
    deps.cipher,
  );
  return { id, patientId, hasDiagnosis, snapshot };
}

/** The text of a known receipt, if the receipt would say the same now. Reads neither its stored text nor its diagnosis. */
function sameSnapshot(owner: Owner, charge: PaidCharge, { salt, contentHash, ...receipt }: KnownReceipt) {
  if (salt === null) return undefined;
  const snapshot = snapshotText(owner, charge, { ...receipt, salt });
  return sha256(snapshot).equals(contentHash) ? snapshot : undefined;
}

const snapshotText = (
  owner: Owner,
  { patient, content }: PaidCharge,
  { id, createdAt, salt }: { id: string; createdAt: Date; salt: string },
): string =>
  canonicalJson({
    kind: 'receipt',
    id,
    salt,
    createdAt: createdAt.toISOString(),
    finalizedAt: createdAt.toISOString(),
    professional: printedProfessionalOf(owner),
    patient: { ...patient },
    content: { ...content, payments: content.payments.map((payment) => ({ ...payment })) },
  });

const sourceFor = ({ id, patientId, hasDiagnosis, snapshot }: Receipt): PrintSource<PrintedReceipt> => ({
  id,
  kind: 'receipt',
  isClinical: hasDiagnosis,
  records: {
    requireFinalized: async () => ({ patientId }),
    getSnapshot: async () => parseSnapshot(snapshot),
  },
  partOf: (content) => ({ kind: 'receipt', content }),
  whenStored: async (tx, codeHash) => {
    if (!(await storeCodeHash(tx, id, codeHash))) throw new AppError('RECEIPT_VOID');
  },
});
