import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import { ping } from './health.store.ts';

const TIMEOUT_MS = 2000;

/** A database that does not answer in time counts as unavailable. */
export async function checkHealth(deps: Pick<Deps, 'identity'>): Promise<{ status: 'ok' }> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AppError('NOT_READY')), TIMEOUT_MS);
  try {
    await Promise.race([ping(deps.identity), timeout]);
    return { status: 'ok' };
  } finally {
    clearTimeout(timer);
  }
}
