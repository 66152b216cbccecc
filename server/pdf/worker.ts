import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { render } from './layout/render.ts';
import type { Printable } from './printable.ts';
import type { SigningIdentity } from './signing/cms.ts';
import { signatureSpace, signPdf } from './signing/sign-pdf.ts';

/** What a worker is told once. */
export interface WorkerSettings {
  signer: SigningIdentity;
  hasTimestamp: boolean;
}

giveWay();

const { signer: given, hasTimestamp } = workerData as WorkerSettings;
// A Buffer comes over as plain bytes.
const identity = {
  key: given.key,
  certificate: Buffer.from(given.certificate),
  chain: given.chain.map((one) => Buffer.from(one)),
};
const room = signatureSpace(identity, hasTimestamp);

parentPort?.on('message', (printable: Printable) => {
  try {
    const { pdf, signatureOffset } = render(printable, room);
    signPdf(pdf, signatureOffset, identity);
    const bytes = new Uint8Array(pdf);
    parentPort?.postMessage({ result: bytes }, [bytes.buffer]);
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
parentPort?.postMessage('ready');

/**
 * Linux weighs threads one by one: whoever waits for an answer comes before whoever waits for paper. Not by all that
 * can be given away: beside a busy neighbour a printing worker would then stand still.
 */
function giveWay(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Elsewhere threads are weighed alike.
  }
}
