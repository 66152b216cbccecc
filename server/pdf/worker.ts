import { constants, getPriority, setPriority } from 'node:os';
import { render } from './layout/render.ts';
import type { LayoutInput } from './printable.ts';
import type { SigningIdentity } from './signing/cms.ts';
import { signatureSpace, signPdf } from './signing/sign-pdf.ts';
import { type SignedPdf, signerOf, type WorkerMessage } from './worker-messages.ts';

// The lowest priority would be too low: beside a busy process, a worker would hardly run at all.
const { PRIORITY_BELOW_NORMAL } = constants.priority;
if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);

// Ctrl-C reaches the whole group. The server lets a document finish, and then ends its workers.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => process.exit());

let print: ((input: LayoutInput) => SignedPdf) | undefined;

process.on('message', (message: WorkerMessage) => {
  if ('settings' in message) {
    print = printerFor(signerOf(message.settings), message.settings.hasTimestamp);
    process.send?.('ready');
    return;
  }
  try {
    process.send?.({ result: print?.(message.task) });
  } catch (error) {
    process.send?.({ error });
  }
});

function printerFor(signer: SigningIdentity, hasTimestamp: boolean) {
  const space = signatureSpace(signer, hasTimestamp);
  return (input: LayoutInput): SignedPdf => {
    const { pdf, signatureOffset } = render(input, space);
    const signature = signPdf(pdf, signatureOffset, signer);
    return { pdf: new Uint8Array(pdf), signature };
  };
}
