import { isSignedIn, onSessionChange, onSignOutInOtherTab } from '#web/platform/session.ts';

// Clinical text: it stays in the storage of one tab, under the id of its author.
const PREFIX = 'unsaved:';

export interface UnsavedChanges {
  /** The id of the document, also before it is created. */
  id?: string;
  values: unknown;
  /** The version on which they were written; undefined for a new document. */
  version: number | undefined;
  /** Contents sent without an answer. One that the server holds was written in this tab. */
  unanswered?: string[];
}

/** Pages that close because of a sign-out store nothing. */
let isSignedOut = false;

const keyOf = (ownerId: string, name: string) => `${PREFIX}${ownerId}:${name}`;

export function storeUnsavedChanges(ownerId: string, name: string, changes: UnsavedChanges): void {
  if (isSignedOut) return;
  try {
    sessionStorage.setItem(keyOf(ownerId, name), JSON.stringify(changes));
  } catch {
    // The storage is full or not allowed. The user can still write and save.
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

export const clearUnsavedChangesOfOthers = (ownerId: string): void =>
  clear((key) => !key.startsWith(keyOf(ownerId, '')));

/** Also stores nothing until the next sign-in. */
export function clearAllUnsavedChanges(): void {
  isSignedOut = true;
  clear(() => true);
}

/** A sign-out in one tab is a sign-out in all of them. */
export function clearUnsavedChangesOnSignOut(): () => void {
  const stops = [
    onSignOutInOtherTab(clearAllUnsavedChanges),
    onSessionChange(() => {
      if (isSignedIn()) isSignedOut = false;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const keys = (): string[] =>
  Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? '');

function clear(matches: (key: string) => boolean): void {
  for (const key of keys()) if (key.startsWith(PREFIX) && matches(key)) sessionStorage.removeItem(key);
}
