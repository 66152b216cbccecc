import type { CalendarLink, NewCalendarLink } from '#contract/calendar-link';
import { calendarFeed } from '#contract/calendar-link';
import { fillPath } from '#contract/endpoint';
import { timeZoneOf } from '#contract/regions';
import { actBy, type Entry, record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { newToken, tokenHash } from '#server/platform/crypto/tokens';
import type { IdentityTx } from '#server/platform/database/database';
import { accountOfLink, deleteLink, findLink, replaceLink } from './calendar-link.store.ts';

type LinkDeps = Pick<Deps, 'identity' | 'identityTransaction' | 'now' | 'publicUrl'>;

export interface SessionLock {
  /** Throws when the session has ended. Otherwise it stays open until the transaction ends. */
  lockOpenSession(tx: IdentityTx, owner: Owner): Promise<void>;
}

export async function getCalendarLink(deps: LinkDeps, owner: Owner): Promise<{ link: CalendarLink | null }> {
  const link = await findLink(deps.identity, owner.id);
  return { link: link ? { names: link.hasNames, createdAt: link.createdAt.toISOString() } : null };
}

/**
 * An account has one address. The reply is the only time that it is shown, because only its hash is stored. A session
 * that a password change has ended since it was checked creates no address.
 */
export function createCalendarLink(
  deps: LinkDeps & SessionLock,
  owner: Owner,
  names: boolean,
): Promise<NewCalendarLink> {
  const token = newToken();
  const at = deps.now();
  return deps.identityTransaction(async (tx) => {
    await deps.lockOpenSession(tx, owner);
    await replaceLink(tx, { userId: owner.id, tokenHash: tokenHash(token), hasNames: names, at });
    await record(tx, { act: 'calendar-link.created', at, ...actBy(owner, owner.id) });
    return { url: deps.publicUrl + fillPath(calendarFeed.path, { token }), names, createdAt: at.toISOString() };
  });
}

/** Repeated, it changes nothing. */
export function revokeCalendarLink(deps: LinkDeps, owner: Owner): Promise<undefined> {
  return deps.identityTransaction(async (tx) => {
    const ended = await endCalendarLink(tx, owner.id);
    await ended.record({ ...actBy(owner), at: deps.now() });
    return undefined;
  });
}

/**
 * Also called when the password changes: whoever knew the old one may have made an address. The entry follows the entry
 * of the change.
 */
export async function endCalendarLink(tx: IdentityTx, userId: string) {
  const wasThere = await deleteLink(tx, userId);
  return {
    record: async (by: Pick<Entry, 'at' | 'actorId' | 'address'>): Promise<void> => {
      if (wasThere) await record(tx, { ...by, act: 'calendar-link.revoked', ownerId: userId, subjectId: userId });
    },
  };
}

export interface SharedAgenda {
  ownerId: string;
  timeZone: string;
  hasNames: boolean;
}

/** The agenda of an address. Undefined when there is none, or its account is closed. */
export async function agendaOfLink(
  { identity }: Pick<Deps, 'identity'>,
  token: string,
): Promise<SharedAgenda | undefined> {
  const account = await accountOfLink(identity, tokenHash(token));
  return account && { ownerId: account.id, timeZone: timeZoneOf(account.region), hasNames: account.hasNames };
}
