import { createPrivateKey } from 'node:crypto';
import type { SigningIdentity } from './signing/cms.ts';
import type { PdfSignature } from './signing/sign-pdf.ts';

/** What a print worker needs before its first task. A key object cannot be sent to another process, its bytes can. */
export interface WorkerSettings {
  signer: Omit<SigningIdentity, 'key'> & { key: Uint8Array };
  hasTimestamp: boolean;
}

/** A signed PDF, with its signature, which is needed to add a time-stamp. */
export interface SignedPdf {
  pdf: Uint8Array<ArrayBuffer>;
  signature: PdfSignature;
}

export const settingsOf = ({ key, ...signer }: SigningIdentity, hasTimestamp: boolean): WorkerSettings => ({
  signer: { ...signer, key: key.export({ type: 'pkcs8', format: 'der' }) },
  hasTimestamp,
});

export const signerOf = ({ signer }: WorkerSettings): SigningIdentity => ({
  ...signer,
  key: createPrivateKey({ key: Buffer.from(signer.key), type: 'pkcs8', format: 'der' }),
});
