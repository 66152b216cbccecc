import { createPrinter, type Printer } from '#server/pdf/printer';
import { testIdentity } from './printables.ts';

/** The real printer with an identity of its own. It is created at the first print, because most tests never print. */
export function testPrinter(): Printer {
  let made: Promise<Printer> | undefined;
  const printer = () => {
    made ??= testIdentity().then((signer) => createPrinter({ signer, timestampUrl: undefined, limitMs: 60_000 }));
    return made;
  };
  return {
    print: async (printable, ownerId) => (await printer()).print(printable, ownerId),
    close: async () => (await made)?.close(),
  };
}
