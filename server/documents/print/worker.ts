import { parentPort, workerData } from 'node:worker_threads';
import type { SealIdentity } from '../seal/cms.ts';
import { sealPdf, sealRoom } from '../seal/seal.ts';
import type { Printable } from './printable.ts';
import { render } from './render.ts';

/** What a worker is told once. */
export interface WorkerSettings {
  seal: SealIdentity;
  hasTimestamp: boolean;
}

const { seal: given, hasTimestamp } = workerData as WorkerSettings;
// A Buffer comes over as plain bytes.
const identity = {
  key: given.key,
  certificate: Buffer.from(given.certificate),
  chain: given.chain.map((one) => Buffer.from(one)),
};
const room = sealRoom(identity, hasTimestamp);

parentPort?.on('message', (printable: Printable) => {
  try {
    const { pdf, sealAt } = render(printable, room);
    sealPdf(pdf, sealAt, identity);
    const bytes = new Uint8Array(pdf);
    parentPort?.postMessage({ result: bytes }, [bytes.buffer]);
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
parentPort?.postMessage('ready');
