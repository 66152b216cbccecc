import { isSignedIn, onSessionChange, onSignOutElsewhere } from '#web/platform/session.ts';

// Clinical text: with its tab and under whose it is.
const PREFIX = 'unsaved:';

/** What is written and not yet saved. */
export interface UnsavedChanges {
  /** Of the document, also before it is created. */
  id?: string;
  values: unknown;
  /** The version on which it was written; none for what is new. */
  version?: number;
  /** What was sent without an answer: found on the server, it is this tab's own. */
  unanswered?: string[];
}

/** Somebody has signed out: a page that closes because of it keeps nothing. */
let isSignedOut = false;

const keyOf = (ownerId: string, name: string) => `${PREFIX}${ownerId}:${name}`;

export function storeUnsavedChanges(ownerId: string, name: string, kept: UnsavedChanges): void {
  if (isSignedOut) return;
  try {
    sessionStorage.setItem(keyOf(ownerId, name), JSON.stringify(kept));
  } catch {
    // A full or forbidden storage is no reason to stop writing.
  }
}

export function readUnsavedChanges(ownerId: string, name: string): UnsavedChanges | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(ownerId, name)) ?? '') as UnsavedChanges;
  } catch {
    return undefined;
  }
}

export const clearUnsavedChanges = (ownerId: string, name: string): void =>
  sessionStorage.removeItem(keyOf(ownerId, name));

export const hasUnsavedChanges = (ownerId: string): boolean => keys().some((key) => key.startsWith(keyOf(ownerId, '')));

/** Nobody reads in this tab what somebody else has written in it. */
export const clearUnsavedChangesOfOthers = (ownerId: string): void =>
  forget((key) => !key.startsWith(keyOf(ownerId, '')));

/** Somebody signs out. Until the next one signs in, nothing is kept either. */
export function clearAllUnsavedChanges(): void {
  isSignedOut = true;
  forget(() => true);
}

/** Whoever signs out in one tab has signed out of all. */
export function clearUnsavedChangesOnSignOut(): () => void {
  const stops = [
    onSignOutElsewhere(clearAllUnsavedChanges),
    onSessionChange(() => {
      if (isSignedIn()) isSignedOut = false;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const keys = (): string[] => Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '');

function forget(isMeant: (key: string) => boolean): void {
  for (const key of keys()) if (key.startsWith(PREFIX) && isMeant(key)) sessionStorage.removeItem(key);
}
