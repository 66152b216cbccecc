import { AppError } from './app-error.ts';

/** What takes longer than that counts as not there: a caller gets an answer, not a silence. */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AppError('NOT_READY')), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
