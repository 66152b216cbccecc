import { useSyncExternalStore } from 'react';
import { currentSession } from '#web/platform/session.ts';

const STATE = 'screenLock';
/** Followed by the id of the account: several people may use this browser. */
const MINUTES = 'lockMinutes:';

export const LOCK_MINUTES = [5, 10, 15, 30, 60] as const;
const DEFAULT_MINUTES = 15;

const CHECK_INTERVAL_MS = 5000;
/** Storing each movement of the mouse would notify the other tabs each time. */
const RECORD_INTERVAL_MS = 1000;
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** The state of a session in all its tabs. It is in the storage, so that it survives a reload. */
interface State {
  session: string;
  lastInput: number;
  isLocked: boolean;
}

const listeners = new Set<() => void>();

function read(): State | undefined {
  try {
    const state = JSON.parse(localStorage.getItem(STATE) ?? '') as State;
    return state.session === currentSession() ? state : undefined;
  } catch {
    return undefined;
  }
}

function write(change: Omit<State, 'session'>): void {
  const session = currentSession();
  if (session === null) return;
  localStorage.setItem(STATE, JSON.stringify({ ...change, session } satisfies State));
  for (const listener of listeners) listener();
}

const isScreenLocked = (): boolean => read()?.isLocked === true;

export const unlockScreen = (): void => write({ lastInput: Date.now(), isLocked: false });

function onScreenLockChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export const useScreenLocked = (): boolean => useSyncExternalStore(onScreenLockChange, isScreenLocked, () => false);

export const lockMinutes = (userId: string): number => {
  const stored = Number(localStorage.getItem(MINUTES + userId));
  return LOCK_MINUTES.find((minutes) => minutes === stored) ?? DEFAULT_MINUTES;
};

export const setLockMinutes = (userId: string, minutes: number): void =>
  localStorage.setItem(MINUTES + userId, String(minutes));

/** Locks the screen of the session when no tab had input for that long. The clock goes on while a computer sleeps. */
export function lockWithoutInput(userId: string): () => void {
  const check = (): State => {
    const state = read() ?? { session: '', lastInput: Date.now(), isLocked: false };
    const idle = Date.now() - state.lastInput;
    if (!state.isLocked && idle >= lockMinutes(userId) * 60_000) write({ ...state, isLocked: true });
    return state;
  };
  const onInput = () => {
    // The first input after a long time does not undo the lock that is due.
    const { lastInput, isLocked } = check();
    const sinceRecorded = Math.abs(Date.now() - lastInput);
    if (isLocked || isScreenLocked() || sinceRecorded < RECORD_INTERVAL_MS) return;
    write({ lastInput: Date.now(), isLocked: false });
  };
  if (!read()) unlockScreen();
  check();
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  for (const type of INPUTS) window.addEventListener(type, onInput, { capture: true, passive: true });
  return () => {
    clearInterval(timer);
    for (const type of INPUTS) window.removeEventListener(type, onInput, { capture: true });
  };
}
