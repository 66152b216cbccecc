import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import { ping } from './health.store.ts';

const TIMEOUT_MS = 2000;

/** A server that is about to stop is not ready: a load balancer then sends its requests elsewhere. */
export function checkReady(deps: Pick<Deps, 'identity' | 'isDraining'>): Promise<{ status: 'ok' }> {
  if (deps.isDraining()) throw new AppError('NOT_READY');
  return checkHealth(deps);
}

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
