import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { render } from './layout/render.ts';
import type { LayoutInput } from './printable.ts';
import type { SigningIdentity } from './signing/cms.ts';
import { type PdfSignature, signatureSpace, signPdf } from './signing/sign-pdf.ts';

export interface WorkerSettings {
  signer: SigningIdentity;
  hasTimestamp: boolean;
}

/** A signed PDF, with its signature, which is needed to add a time-stamp. */
export interface SignedPdf {
  pdf: Uint8Array<ArrayBuffer>;
  signature: PdfSignature;
}

lowerPriority();

const { signer, hasTimestamp } = workerData as WorkerSettings;
const space = signatureSpace(signer, hasTimestamp);

parentPort?.on('message', (input: LayoutInput) => {
  try {
    const { pdf, signatureOffset } = render(input, space);
    const signature = signPdf(pdf, signatureOffset, signer);
    const result: SignedPdf = { pdf: new Uint8Array(pdf), signature };
    parentPort?.postMessage({ result }, [result.pdf.buffer]);
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
parentPort?.postMessage('ready');

/**
 * Linux schedules threads one by one, so printing gives way to the thread that answers requests. The lowest priority
 * would be too low: beside a busy process, a worker would hardly run at all.
 */
function lowerPriority(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Other systems have no priority of a single thread.
  }
}
