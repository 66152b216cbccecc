import { actBy, recordEach } from '#server/audit/audit.store';
import type { IdentityTx } from '#server/platform/database/database';
import { forgetOtherDevices } from './known-devices.store.ts';
import type { Owner } from './owner.ts';
import { sessionLimits } from './session-limits.ts';
import { endOtherSessions } from './sessions.store.ts';

interface EndedSessions {
  /** How many of them were in use. */
  inUse: number;
  /** Adds their entries to the access log. It is called when the transaction has all its other locks. */
  record(): Promise<void>;
}

/** Ends the caller's other sessions and forgets their devices. */
export async function endOtherSessionsOf(tx: IdentityTx, owner: Owner, at: Date): Promise<EndedSessions> {
  const ended = await endOtherSessions(tx, owner, sessionLimits(at), at);
  await forgetOtherDevices(tx, owner.id, owner.sessionId);
  const entry = { ...actBy(owner), act: 'session.ended', at } as const;
  const ids = ended.map(({ id }) => id);
  return {
    inUse: ended.filter(({ wasInUse }) => wasInUse).length,
    record: () => recordEach(tx, entry, ids),
  };
}
