import { createPrinter, type Printer } from '#server/pdf/printer';
import { testIdentity } from './printables.ts';

export const newPrinter = async (): Promise<Printer> =>
  createPrinter({ signer: await testIdentity(), timestampUrl: undefined, limitMs: 60_000 });

let printerOfWorker: Promise<Printer> | undefined;
let readyPrinter: Printer | undefined;

/**
 * The real printer. It is created at the first print, because most tests never print, and serves all apps of the worker:
 * starting its process takes longer than most documents. It ends with the worker.
 */
export function sharedPrinter(): Printer {
  const printer = () => {
    printerOfWorker ??= newPrinter().then((created) => {
      readyPrinter = created;
      return created;
    });
    return printerOfWorker;
  };
  return {
    print: async (printable, ownerId) => (await printer()).print(printable, ownerId),
    queue: () => readyPrinter?.queue() ?? { workers: 0, running: 0, waiting: 0 },
    close: async () => undefined,
  };
}
