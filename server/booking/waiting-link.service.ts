import type { LinkedWaiting } from '#contract/appointment-links';
import { dayIn } from '#contract/days';
import { timeZoneOf } from '#contract/regions';
import { releaseHour } from '#server/agenda/held-hours.service';
import { actBy, BOOKING_PERSON, record } from '#server/audit/audit.store';
import { openAccount } from '#server/auth/open-account.service';
import type { Deps } from '#server/deps';
import { createLink, readLink } from '#server/links/links';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { namesOfServices } from '#server/services/services.service';
import { keptAfter, waitingLinkedUntil } from './booking-times.ts';
import { liveBookings, storeState } from './bookings.store.ts';
import { requireFewEntries } from './waiting-limits.ts';
import { findWaiting, removeWaiting, storeConfirmation, type Waiting, waitingFrom } from './waiting-list.store.ts';

type ReadDeps = Pick<Deps, 'public' | 'identity' | 'tenantRead' | 'cipher' | 'now'>;

/** The link in a mail to somebody who waits, with which they leave the list. It works until the list forgets them. */
export const createWaitingLink = (tx: OwnerTx, { id, to }: Pick<Waiting, 'id' | 'to'>, at: Date): Promise<string> =>
  createLink(tx, { appointmentId: id, expiresAt: waitingLinkedUntil(to), purpose: 'booking' }, at);

type OpenedWaiting = NonNullable<Awaited<ReturnType<typeof openWaitingLink>>>;

/** Undefined for a link of another kind, and after the person has left. */
async function openWaitingLink(deps: ReadDeps, token: string) {
  const link = await readLink(deps.public, token, deps.now());
  if (link?.purpose !== 'booking') return undefined;
  const { ownerId, appointmentId: id } = link;
  const [professional, entry, serviceNames] = await Promise.all([
    openAccount(deps, ownerId),
    deps.tenantRead(ownerId, (db) => findWaiting(db, id, deps.cipher)),
    deps.tenantRead(ownerId, namesOfServices),
  ]);
  return professional && entry && { ownerId, professional, entry, serviceName: serviceNames.get(entry.serviceId) };
}

/** The professional on whose waiting list the person of a link is. */
export const findSenderOfWaitingLink = async (deps: ReadDeps, token: string): Promise<string | undefined> =>
  (await openWaitingLink(deps, token))?.ownerId;

/** What somebody waits for. */
export async function readLinkedWaiting(deps: ReadDeps, token: string): Promise<LinkedWaiting> {
  const opened = await openWaitingLink(deps, token);
  if (!opened) throw new AppError('LINK_ENDED');
  return toLinkedWaiting(opened);
}

function toLinkedWaiting({ professional, serviceName, entry }: OpenedWaiting): LinkedWaiting {
  const { from, to, times, confirmedAt } = entry;
  const isToConfirm = confirmedAt ? undefined : true;
  return { professional: professional.name, serviceName, from, to, times, isToConfirm };
}

/** The person confirms by the link of the mail: from now on the entry counts. Repeated, it changes nothing. */
export async function confirmWaitingByLink(
  deps: ReadDeps & Pick<Deps, 'tenantTransaction'>,
  { token, address }: { token: string; address: string },
): Promise<LinkedWaiting> {
  const opened = await openWaitingLink(deps, token);
  if (!opened) throw new AppError('LINK_ENDED');
  const { ownerId, professional } = opened;
  return deps.tenantTransaction(ownerId, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    const all = await waitingFrom(tx, dayIn(timeZoneOf(professional.region), at), deps.cipher);
    const entry = all.find(({ id }) => id === opened.entry.id);
    if (!entry) throw new AppError('LINK_ENDED');
    if (entry.confirmedAt) return toLinkedWaiting({ ...opened, entry });
    requireFewEntries(
      all.filter(({ id, confirmedAt }) => id !== entry.id && confirmedAt),
      entry.person,
    );
    await storeConfirmation(tx, entry.id, at);
    const actor = { id: ownerId, actorId: BOOKING_PERSON, address };
    await record(tx, { ...actBy(actor, entry.id), act: 'waiting-list.confirmed', at });
    return toLinkedWaiting({ ...opened, entry: { ...entry, confirmedAt: at } });
  });
}

/** False for a link of another kind. An hour that the person is offered goes to the next one. */
export async function leaveWaitingListByLink(
  deps: ReadDeps & Pick<Deps, 'tenantTransaction'>,
  { token, address }: { token: string; address: string },
): Promise<boolean> {
  const opened = await openWaitingLink(deps, token);
  if (!opened) return false;
  const { ownerId, entry } = opened;
  return deps.tenantTransaction(ownerId, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    for (const { id, status, waitingId } of await liveBookings(tx, at, deps.cipher)) {
      if (waitingId !== entry.id || status !== 'offered') continue;
      await releaseHour(tx, id);
      await storeState(tx, id, { status: 'withdrawn', keptUntil: keptAfter(at) });
    }
    if (await removeWaiting(tx, entry.id)) {
      const actor = { id: ownerId, actorId: BOOKING_PERSON, address };
      await record(tx, { ...actBy(actor, entry.id), act: 'waiting-list.left', at });
    }
    return true;
  });
}
