import { serveTasks } from '#server/platform/processes/serve-tasks';
import { render } from './layout/render.ts';
import type { LayoutInput } from './printable.ts';
import type { SigningIdentity } from './signing/cms.ts';
import { signatureSpace, signPdf } from './signing/sign-pdf.ts';
import { type SignedPdf, signerOf, type WorkerSettings } from './worker-messages.ts';

serveTasks((settings: WorkerSettings) => printerFor(signerOf(settings), settings.hasTimestamp));

function printerFor(signer: SigningIdentity, hasTimestamp: boolean) {
  const space = signatureSpace(signer, hasTimestamp);
  return (input: LayoutInput): SignedPdf => {
    const { pdf, signatureOffset } = render(input, space);
    const signature = signPdf(pdf, signatureOffset, signer);
    return { pdf: new Uint8Array(pdf), signature };
  };
}
