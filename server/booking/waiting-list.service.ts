import { addDays, dayIn } from '#contract/days';
import { MAX_WAITING_DAYS, matchesTimes, type NewWaitingEntry, type WaitingEntry } from '#contract/waiting-list';
import { actBy, BOOKING_PERSON, record } from '#server/audit/audit.store';
import { type Owner, todayOf } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { siteNetwork } from '#server/platform/address';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import { requireProofOfWork } from '#server/proof-of-work/proof-of-work.service';
import { namesOfServices, requireBookableService } from '#server/services/services.service';
import { bookableHours } from './bookable-hours.service.ts';
import {
  type BookingDeps,
  type PublicRequest,
  requireCorrectEntry,
  requireEnabled,
  toPerson,
} from './booking.service.ts';
import { queueJoinedMail } from './booking-mails.service.ts';
import { type OpenPage, openPage } from './booking-page.service.ts';
import { findBookingSettings } from './booking-settings.store.ts';
import { connectionNumbers, mayMailStranger } from './network-limits.service.ts';
import { requireFewEntries } from './waiting-limits.ts';
import { insertWaiting, removeAllWaiting, removeWaiting, type Waiting, waitingFrom } from './waiting-list.store.ts';

/** '2026-11-18 09:30' */
export const hourKey = (date: string, time: string): string => `${date} ${time}`;

/** Whether the person is a patient is not looked up: the answer does not tell. */
export async function joinWaitingList(
  deps: BookingDeps,
  slug: string,
  entry: NewWaitingEntry,
  { address, countRequest }: PublicRequest,
): Promise<{ status: 'waiting' }> {
  const page = await openPage(deps, slug);
  if (entry.website) return { status: 'waiting' };
  requireDays(entry, dayIn(page.timeZone, deps.now()));
  await requireCorrectEntry(deps, page, entry);
  await requireProofOfWork(deps, entry.altcha, countRequest);
  return deps.tenantTransaction(page.ownerId, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    const today = dayIn(page.timeZone, at);
    await requireEnabled(tx);
    const { _id: serviceId, duration } = await requireBookableService(tx, entry.serviceId);
    const person = toPerson(entry);
    requireFewEntries(await waitingFrom(tx, today, deps.cipher), person);
    const isMailed = deps.sendsMail && (await mayMailStranger(deps, tx, { email: person.email, address }, at));
    if (deps.sendsMail && !isMailed) throw new AppError('MAIL_LIMIT_REACHED');
    const id = uuidv7(at);
    const { from, to, times } = entry;
    const seenHours = await matchingHours(tx, page, { from, to, times, duration }, at);
    // Without mail the professional calls.
    const confirmedAt = isMailed ? undefined : at;
    const named = { id, serviceId, person, network: siteNetwork(address), confirmedAt };
    await insertWaiting(tx, { ...named, from, to, times, seenHours }, deps.cipher, at);
    await queueJoinedMail(deps, tx, { id, to }, at);
    const actor = { id: page.ownerId, actorId: BOOKING_PERSON, address };
    await record(tx, { ...actBy(actor, id), act: 'waiting-list.joined', at });
    return { status: 'waiting' };
  });
}

function requireDays({ to }: Pick<NewWaitingEntry, 'to'>, today: string): void {
  const refuse = (message: string) => new AppError('INVALID_INPUT', { fields: { to: message } });
  if (to < today) throw refuse('La fecha ya pasó');
  if (to > addDays(today, MAX_WAITING_DAYS)) throw refuse(`Puede ser de aquí a ${MAX_WAITING_DAYS} días`);
}

/** The hours that suit a person and are free now. None of them has to become free. */
async function matchingHours(
  db: OwnerSql,
  { timeZone }: OpenPage,
  { times, ...search }: Pick<Waiting, 'from' | 'to' | 'times'> & { duration: number },
  now: Date,
): Promise<string[]> {
  const settings = await findBookingSettings(db);
  if (!settings) return [];
  const days = await bookableHours(db, settings, { ...search, timeZone, now });
  return days.flatMap((day) =>
    day.times.filter((time) => matchesTimes(times, time)).map((time) => hourKey(day.date, time)),
  );
}

export function listWaiting(deps: Pick<Deps, 'tenantRead' | 'cipher' | 'now'>, owner: Owner): Promise<WaitingEntry[]> {
  return deps.tenantRead(owner.id, async (db) => {
    const [entries, names] = await Promise.all([
      waitingFrom(db, todayOf(owner, deps.now()), deps.cipher),
      namesOfServices(db),
    ]);
    const connections = connectionNumbers(entries);
    return entries.map(({ id, serviceId, person: { name, email, phone }, from, to, times, ...entry }) => ({
      _id: id,
      serviceId,
      serviceName: names.get(serviceId) ?? '',
      name,
      email,
      phone,
      from,
      to,
      times,
      isToConfirm: entry.confirmedAt ? undefined : (true as const),
      connection: connections.get(entry.network ?? ''),
      createdAt: entry.createdAt.toISOString(),
      offeredAt: entry.offeredAt?.toISOString(),
    }));
  });
}

export function removeFromWaitingList(
  deps: Pick<Deps, 'tenantTransaction' | 'now'>,
  owner: Owner,
  id: string,
): Promise<undefined> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    if (!(await removeWaiting(tx, id))) throw new AppError('NOT_FOUND');
    await record(tx, { ...actBy(owner, id), act: 'waiting-list.removed', at: deps.now() });
    return undefined;
  });
}

/** Repeated, it removes nothing more. */
export function removeTogether(
  deps: Pick<Deps, 'tenantTransaction' | 'now'>,
  owner: Owner,
  ids: readonly string[],
): Promise<{ removed: number }> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    const removed = await removeAllWaiting(tx, ids);
    const at = deps.now();
    for (const id of removed) await record(tx, { ...actBy(owner, id), act: 'waiting-list.removed', at });
    return { removed: removed.length };
  });
}
