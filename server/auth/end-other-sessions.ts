import { recordEach } from '#server/audit/audit.store';
import type { IdentityTx } from '#server/platform/database/database';
import { forgetOtherDevices } from './known-devices.store.ts';
import type { Owner } from './owner.ts';
import { sessionLimits } from './session-limits.ts';
import { endOtherSessions } from './sessions.store.ts';

/** Ends the caller's other sessions and forgets their devices. Returns how many of the sessions were in use. */
export async function endOtherSessionsOf(tx: IdentityTx, owner: Owner, at: Date): Promise<number> {
  const ended = await endOtherSessions(tx, owner, sessionLimits(at), at);
  await forgetOtherDevices(tx, owner.id, owner.sessionId);
  const entry = { act: 'session.ended', at, actorId: owner.id, address: owner.address } as const;
  await recordEach(
    tx,
    entry,
    ended.map(({ id }) => id),
  );
  return ended.filter(({ wasInUse }) => wasInUse).length;
}
