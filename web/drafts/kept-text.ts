import { isSignedIn, onSessionChange, onSignOutInOtherTab } from '#web/platform/session.ts';

// Clinical text: with its tab and under whose it is.
const PREFIX = 'unsaved:';

/** What is written and not yet saved. */
export interface Kept {
  values: unknown;
  /** The version on which it was written; none for what is new. */
  version?: number;
  /** Makes one of what is new, however often it is sent. */
  requestKey?: string;
  /** What was sent without an answer: found on the server, it is this tab's own. */
  unanswered?: string[];
}

/** Somebody has signed out: a page that closes because of it keeps nothing. */
let isOver = false;

const keyOf = (ownerId: string, name: string) => `${PREFIX}${ownerId}:${name}`;

export function keepText(ownerId: string, name: string, kept: Kept): void {
  if (isOver) return;
  try {
    sessionStorage.setItem(keyOf(ownerId, name), JSON.stringify(kept));
  } catch {
    // A full or forbidden storage is no reason to stop writing.
  }
}

export function keptText(ownerId: string, name: string): Kept | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(ownerId, name)) ?? '') as Kept;
  } catch {
    return undefined;
  }
}

export const forgetText = (ownerId: string, name: string): void => sessionStorage.removeItem(keyOf(ownerId, name));

export const hasKeptText = (ownerId: string): boolean => keys().some((key) => key.startsWith(keyOf(ownerId, '')));

/** Nobody reads in this tab what somebody else has written in it. */
export const forgetTextOfOthers = (ownerId: string): void => forget((key) => !key.startsWith(keyOf(ownerId, '')));

/** Somebody signs out. Until the next one signs in, nothing is kept either. */
export function forgetAllText(): void {
  isOver = true;
  forget(() => true);
}

/** Whoever signs out in one tab has signed out of all. */
export function forgetTextOnSignOut(): () => void {
  const stops = [
    onSignOutInOtherTab(forgetAllText),
    onSessionChange(() => {
      if (isSignedIn()) isOver = false;
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
