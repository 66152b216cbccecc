import { createHash } from 'node:crypto';
import { getSignatureImage, MAX_SIGNATURE_BYTES, type SignatureInfo } from '#contract/signature';
import { actBy, record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql } from '#server/platform/database/database';
import {
  deleteStoredSignature,
  findSettings,
  findSignature,
  type StoredSignature,
  setUseInPrescriptions,
  storeSignature,
} from './signature.store.ts';

type SignatureDeps = Pick<Deps, 'tenantRead' | 'tenantTransaction' | 'cipher' | 'now'>;

export const signatureInfo = (deps: SignatureDeps, owner: Owner): Promise<SignatureInfo> =>
  deps.tenantRead(owner.id, async (db) => {
    const settings = await findSettings(db);
    return {
      hasSignature: settings !== undefined,
      signatureUrl: settings ? getSignatureImage.path : null,
      useInPrescriptions: settings?.useInPrescriptions ?? false,
    };
  });

export const signatureImage = (deps: SignatureDeps, owner: Owner): Promise<Uint8Array> =>
  deps.tenantRead(owner.id, async (db) => {
    const signature = await findSignature(db, deps.cipher);
    if (!signature) throw new AppError('NOT_FOUND');
    return signature.image;
  });

export async function uploadSignature(
  deps: SignatureDeps,
  owner: Owner,
  bytes: Uint8Array,
): Promise<{ message: string }> {
  if (bytes.length > MAX_SIGNATURE_BYTES) throw new AppError('SIGNATURE_TOO_LARGE');
  const { normalizeSignatureImage } = await import('./signature-image.ts');
  const image = await normalizeSignatureImage(owner.id, bytes);
  if (!image) throw new AppError('SIGNATURE_UNREADABLE');
  const at = deps.now();
  const hash = createHash('sha256').update(image).digest();
  await deps.tenantTransaction(owner.id, async (tx) => {
    await storeSignature(tx, { image, hash }, deps.cipher, at);
    await record(tx, { ...actBy(owner), act: 'signature.uploaded', at });
  });
  return { message: 'Firma guardada correctamente' };
}

export const toggleSignature = (deps: SignatureDeps, owner: Owner, isUsed: boolean): Promise<undefined> =>
  deps.tenantTransaction(owner.id, async (tx) => {
    const at = deps.now();
    if (!(await setUseInPrescriptions(tx, isUsed, at))) throw new AppError('NOT_FOUND');
    await record(tx, { ...actBy(owner), act: isUsed ? 'signature.used' : 'signature.unused', at });
    return undefined;
  });

export const deleteSignature = (deps: SignatureDeps, owner: Owner): Promise<undefined> =>
  deps.tenantTransaction(owner.id, async (tx) => {
    if (!(await deleteStoredSignature(tx))) throw new AppError('NOT_FOUND');
    await record(tx, { ...actBy(owner), act: 'signature.deleted', at: deps.now() });
    return undefined;
  });

/** The hash of the signature that prescriptions show, if they show one. */
export async function prescriptionSignatureHash(db: OwnerSql): Promise<Buffer | undefined> {
  const settings = await findSettings(db);
  return settings?.useInPrescriptions ? settings.hash : undefined;
}

/** The signature that prescriptions show, if they show one. */
export async function prescriptionSignature(
  db: OwnerSql,
  deps: Pick<Deps, 'cipher'>,
): Promise<StoredSignature | undefined> {
  const settings = await findSettings(db);
  return settings?.useInPrescriptions ? findSignature(db, deps.cipher) : undefined;
}
