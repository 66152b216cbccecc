import { useSyncExternalStore } from 'react';
import { type ApiError, meansUnreachable } from '#web/platform/api-error.ts';

const FIRST_PROBE_DELAY = 1000;
const MAX_PROBE_DELAY = 15_000;

let isUnreachable = false;
let isProbing = false;
const listeners = new Set<() => void>();
const returnListeners = new Set<() => void>();

const probeDelay = (failures: number) => Math.min(FIRST_PROBE_DELAY * 2 ** (failures - 1), MAX_PROBE_DELAY);

/**
 * Called with every failed request. One request may fail for reasons of its own, so the server counts as unavailable
 * only when it does not answer a health check either. It is then asked again, with growing pauses, until it answers.
 */
export function reportFailure(error: ApiError, isHealthy: () => Promise<boolean>): void {
  if (meansUnreachable(error) && !isProbing && listeners.size > 0) void probeUntilBack(isHealthy);
}

/**
 * Called when a request has waited long for its answer, because a server that hangs refuses no connection, and when a
 * module did not arrive.
 */
export function probeServer(isHealthy: () => Promise<boolean>): void {
  if (!isProbing && listeners.size > 0) void probeUntilBack(isHealthy);
}

async function probeUntilBack(isHealthy: () => Promise<boolean>): Promise<void> {
  isProbing = true;
  for (let failures = 1; listeners.size > 0 && !(await isHealthy()); failures++) {
    show(true);
    await pauseOrOnline(probeDelay(failures));
  }
  isProbing = false;
  if (!isUnreachable) return;
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
  if (isUnreachable === next) return;
  isUnreachable = next;
  for (const listener of listeners) listener();
}

/** Called when the server answers again after it was unavailable. */
export function onServerReturn(listener: () => void): () => void {
  returnListeners.add(listener);
  return () => void returnListeners.delete(listener);
}

export function onServerUnreachableChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const isServerUnreachable = (): boolean => isUnreachable;

export const useServerUnreachable = (): boolean =>
  useSyncExternalStore(onServerUnreachableChange, isServerUnreachable, () => false);
