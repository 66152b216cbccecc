import { createPrinter, type Printer } from '#server/pdf/printer';
import { newIdentity } from './printables.ts';

/** The real printer, with a signature of its own, made when it is first asked for: most tests never print. */
export function testPrinter(): Printer {
  let made: Promise<Printer> | undefined;
  const printer = () => {
    made ??= newIdentity().then((signer) => createPrinter({ signer, limitMs: 60_000 }));
    return made;
  };
  return {
    print: async (printable, ownerId) => (await printer()).print(printable, ownerId),
    close: async () => (await made)?.close(),
  };
}
