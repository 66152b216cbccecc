import type { FreeHours } from '#contract/appointment-links';
import { dayIn, toMinutes } from '#contract/days';
import { timeZoneOf } from '#contract/regions';
import type { Service } from '#contract/services';
import { matchesTimes } from '#contract/waiting-list';
import { holdHour } from '#server/agenda/held-hours.service';
import { record } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import type { OutboxDeps } from '#server/mail/outbox';
import { blockedWriters } from '#server/patients/patient-blocking.service';
import type { Database, OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import { professionalForMail } from '#server/reminders/professionals.service';
import { bookableServices } from '#server/services/services.service';
import { bookableHours, lastBookableDay } from './bookable-hours.service.ts';
import { hoursOfferedOften } from './booking-counts.store.ts';
import { queueBookingMail } from './booking-mails.service.ts';
import { findBookingSettings } from './booking-settings.store.ts';
import { keptAfter, linkedUntil, offeredUntil, startOf } from './booking-times.ts';
import { insertBooking, liveBookings } from './bookings.store.ts';
import { MAX_HELD } from './network-limits.service.ts';
import { createWaitingLink } from './waiting-link.service.ts';
import { hourKey } from './waiting-list.service.ts';
import { removeWaiting, storeOffer, storeSeenHours, type Waiting, waitingFrom } from './waiting-list.store.ts';

export type OfferingDeps = OutboxDeps & Pick<Database, 'mail'> & Pick<Deps, 'tenantTransaction' | 'cipher' | 'now'>;

/** A person who leaves so many offers unanswered does not wait any more. */
const MAX_OFFERS = 5;
/** An hour that so many people did not want is offered to nobody else, and everybody can book it. */
const MAX_OFFERS_OF_HOUR = 3;
/** Nobody gets several offers in a row. */
const PAUSE_MS = 2 * 60 * 60 * 1000;

/** Offers what became free to the waiting people of a professional, in their order. Each has one offer at a time. */
export async function offerFreeHours(deps: OfferingDeps, ownerId: string): Promise<number> {
  const professional = deps.sendsMail ? await professionalForMail(deps, ownerId) : undefined;
  if (!professional) return 0;
  const timeZone = timeZoneOf(professional.region);
  return deps.tenantTransaction(ownerId, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    const settings = await findBookingSettings(tx);
    if (!settings?.enabled) return 0;
    const today = dayIn(timeZone, at);
    const waiting = await waitingFrom(tx, today, deps.cipher);
    const isBlocked = await blockedWriters(
      tx,
      waiting.map(({ person }) => person),
    );
    const live = await liveBookings(tx, at, deps.cipher);
    const unwanted = await hoursOfferedOften(tx, MAX_OFFERS_OF_HOUR);
    const services = new Map((await bookableServices(tx)).map((service) => [service._id, service]));
    const last = lastBookableDay(settings, timeZone, at);
    // By duration. Many people wait for the same hours, and the agenda is locked meanwhile.
    const free = new Map<number, FreeHours[]>();
    const offeredTo: Waiting[] = [];
    // Many invented people of one network get no more hours than it may hold by booking.
    const heldFrom = (network: string | undefined) =>
      network === undefined
        ? 0
        : [...live.filter(({ holdsHour }) => holdsHour), ...offeredTo].filter((one) => one.network === network).length;
    for (const entry of waiting.filter(({ confirmedAt }) => confirmedAt)) {
      const service = services.get(entry.serviceId);
      if (!service || live.some(({ waitingId }) => waitingId === entry.id)) continue;
      if (isBlocked(entry.person, entry.createdAt)) continue;
      if (entry.offeredHours.length >= MAX_OFFERS) {
        await removeWaiting(tx, entry.id);
        continue;
      }
      if (entry.offeredAt && at.getTime() - entry.offeredAt.getTime() < PAUSE_MS) continue;
      const { duration } = service;
      const days =
        free.get(duration) ??
        (await bookableHours(tx, settings, { from: today, to: last, duration, timeZone, now: at }));
      free.set(duration, days);
      const seenHours = await forgetTakenHours(tx, days, entry);
      const hour = firstNewHour(days, { ...entry, seenHours: [...seenHours, ...unwanted] });
      if (!hour) continue;
      if (heldFrom(entry.network) >= MAX_HELD) continue;
      if (!(await offer(deps, tx, { entry, service, hour: { ...hour, duration }, timeZone, at }))) continue;
      offeredTo.push(entry);
      free.clear();
    }
    return offeredTo.length;
  });
}

/** An hour that somebody has taken since is new to the waiting person when it becomes free again. */
async function forgetTakenHours(
  tx: OwnerTx,
  days: readonly FreeHours[],
  { id, seenHours }: Waiting,
): Promise<string[]> {
  const free = new Set(days.flatMap(({ date, times }) => times.map((time) => hourKey(date, time))));
  const stillFree = seenHours.filter((hour) => free.has(hour));
  if (stillFree.length < seenHours.length) await storeSeenHours(tx, id, stillFree);
  return stillFree;
}

function firstNewHour(days: readonly FreeHours[], { from, to, times, seenHours, offeredHours }: Waiting) {
  const known = new Set([...seenHours, ...offeredHours]);
  for (const day of days.filter(({ date }) => from <= date && date <= to)) {
    const time = day.times.find((one) => matchesTimes(times, one) && !known.has(hourKey(day.date, one)));
    if (time) return { date: day.date, time };
  }
  return undefined;
}

interface Offer {
  entry: Waiting;
  service: Pick<Service, '_id' | 'name' | 'modality'>;
  hour: { date: string; time: string; duration: number };
  timeZone: string;
  at: Date;
}

/** The hour is held for the person. The server acts by itself, for the professional. */
async function offer(deps: OfferingDeps, tx: OwnerTx, { entry, service, hour, timeZone, at }: Offer): Promise<boolean> {
  const start = startOf(hour, timeZone);
  const expiresAt = offeredUntil(at, start);
  const id = uuidv7(at);
  const named = { serviceId: service._id, serviceName: service.name };
  const { date, time, duration } = hour;
  const held = { id, ...named, modality: service.modality, date, startMinute: toMinutes(time), duration };
  if (!(await holdHour(tx, { ...held, heldUntil: expiresAt }, at))) return false;
  const row = { id, status: 'offered', ...named, ...hour, person: entry.person, network: entry.network } as const;
  await insertBooking(tx, { ...row, waitingId: entry.id, expiresAt, keptUntil: keptAfter(expiresAt) }, deps.cipher, at);
  await storeOffer(tx, entry.id, hourKey(hour.date, hour.time), at);
  const waitingToken = await createWaitingLink(tx, entry, at);
  const linkUntil = linkedUntil(start, hour.duration);
  await queueBookingMail(deps, tx, { kind: 'offer', bookingId: id, linkUntil, waitingToken }, at);
  await record(tx, { act: 'waiting-list.offered', at, actorId: tx.owner, subjectId: entry.id, address: undefined });
  return true;
}
