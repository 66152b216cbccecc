import type { AccountChanges } from '#server/platform/database/account-changes';
import type { Session } from './auth.store.ts';

/** A lost notification has an effect for at most this long. */
const MAX_AGE_MS = 2000;
/** About 5 MB when full. */
const MAX_SESSIONS = 5000;

interface Entry {
  session: Session;
  version: number;
  readAt: number;
}

export type SessionCache = ReturnType<typeof createSessionCache>;

/**
 * Remembers open sessions for at most two seconds, and only until an account or a session changes. What was read before
 * a change is not used after it, even if it arrives later. Nothing is remembered while changes are not noticed.
 */
export function createSessionCache(changes: Pick<AccountChanges, 'version'>, now = () => performance.now()) {
  const entries = new Map<string, Entry>();

  return async (id: string, read: () => Promise<Session | undefined>): Promise<Session | undefined> => {
    const version = changes.version();
    if (version === undefined) return read();
    const entry = entries.get(id);
    const readAt = now();
    if (entry && entry.version === version && readAt - entry.readAt < MAX_AGE_MS) return entry.session;
    const session = await read();
    if (session) remember({ session, version, readAt });
    else entries.delete(id);
    return session;
  };

  function remember(entry: Entry): void {
    const { sessionId } = entry.session;
    // Moves it to the end: the first entry is the oldest one.
    entries.delete(sessionId);
    entries.set(sessionId, entry);
    const oldest = entries.size > MAX_SESSIONS ? entries.keys().next().value : undefined;
    if (oldest) entries.delete(oldest);
  }
}
