import { AppError } from '#server/platform/app-error';

/** On a busy machine the printer takes longer to start than a request may wait. */
export async function whenPrinterIsFree<Result>(print: () => Promise<Result>, attempts = 6): Promise<Result> {
  try {
    return await print();
  } catch (error) {
    const isBusy = error instanceof AppError && error.code === 'PRINTER_BUSY';
    if (!isBusy || attempts === 1) throw error;
    return whenPrinterIsFree(print, attempts - 1);
  }
}
