import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from './app-error.ts';

/**
 * Says whether the request that the running code serves was answered because its time was over. It is no argument: the
 * services between a route and its transactions have no use for it.
 */
const requests = new AsyncLocalStorage<() => boolean>();

export const serveWhile = <T>(isOver: () => boolean, serve: () => T): T => requests.run(isOver, serve);

/**
 * Refuses work that has not begun when its request is answered with 503. Transactions that the request committed before
 * stay committed.
 */
export function requireTimeLeft(): void {
  if (requests.getStore()?.()) throw new AppError('NOT_READY');
}
