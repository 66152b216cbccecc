import { useSyncExternalStore } from 'react';
import { type ApiError, isError } from '#web/platform/api-error.ts';

const FIRST_PROBE_DELAY = 1000;
const MAX_PROBE_DELAY = 15_000;
/** A proxy answers these for a server that is away. */
const PROXY_STATUSES = [502, 503, 504];

let isAway = false;
let isProbing = false;
const listeners = new Set<() => void>();
const returnListeners = new Set<() => void>();

const probeDelay = (failures: number) => Math.min(FIRST_PROBE_DELAY * 2 ** (failures - 1), MAX_PROBE_DELAY);

/** The server gave no answer, or its database is away. Another 503, such as a busy printer, is an answer. */
const isServerAway = (error: ApiError): boolean =>
  error.status === 0 || (PROXY_STATUSES.includes(error.status) && !error.reply.code) || isError(error, 'NOT_READY');

/**
 * Called with every failed request. One request may fail for reasons of its own, so the server counts as away only when
 * it does not answer a health check either. It is then asked again, with growing pauses, until it does.
 */
export function noteFailure(error: ApiError, isHealthy: () => Promise<boolean>): void {
  if (isServerAway(error) && !isProbing && listeners.size > 0) void probeUntilBack(isHealthy);
}

async function probeUntilBack(isHealthy: () => Promise<boolean>): Promise<void> {
  isProbing = true;
  for (let failures = 1; listeners.size > 0 && !(await isHealthy()); failures++) {
    show(true);
    await pauseOrOnline(probeDelay(failures));
  }
  isProbing = false;
  if (!isAway) return;
  show(false);
  for (const listener of returnListeners) listener();
}

function pauseOrOnline(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener('online', end);
  });
}

function show(next: boolean): void {
  if (isAway === next) return;
  isAway = next;
  for (const listener of listeners) listener();
}

/** Called when the server answers again after it was away. */
export function onServerReturn(listener: () => void): () => void {
  returnListeners.add(listener);
  return () => void returnListeners.delete(listener);
}

export function onServerAwayChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const serverIsAway = (): boolean => isAway;

export const useServerAway = (): boolean => useSyncExternalStore(onServerAwayChange, serverIsAway, () => false);
