import type { FreeHours } from '#contract/appointment-links';
import type { BookingPerson, BookingReply, NewBooking } from '#contract/booking';
import type { BookingSettings } from '#contract/booking-settings';
import { addDays, dayIn, toMinutes } from '#contract/days';
import { birthDateProblem } from '#contract/patients';
import { compactRut } from '#contract/rut';
import { holdHour } from '#server/agenda/held-hours.service';
import { actBy, BOOKING_PERSON, record } from '#server/audit/audit.store';
import { type DepositProviderDeps, findDepositProvider } from '#server/deposits/deposit-provider.service';
import type { Deps } from '#server/deps';
import { createLink } from '#server/links/links';
import type { OutboxDeps } from '#server/mail/outbox';
import { enqueueNotice } from '#server/notices/notice-queue.service';
import { siteNetwork } from '#server/platform/address';
import { AppError } from '#server/platform/app-error';
import { newToken } from '#server/platform/crypto/tokens';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { mailboxOf } from '#server/platform/mailbox';
import { uuidv7 } from '#server/platform/uuid';
import { type ProofOfWorkDeps, requireProofOfWork } from '#server/proof-of-work/proof-of-work.service';
import { requireBookableService } from '#server/services/services.service';
import { bookableHours, hoursByRules, lastBookableDay } from './bookable-hours.service.ts';
import { queueBookingMail, queueNotice } from './booking-mails.service.ts';
import { type OpenPage, openPage, type PageDeps } from './booking-page.service.ts';
import { findBookingSettings } from './booking-settings.store.ts';
import { answerableUntil, keptAfter, linkedUntil, payableUntil, startOf, verifiableUntil } from './booking-times.ts';
import { insertBooking, openBookingsFrom } from './bookings.store.ts';
import { askDeposit, openCheckout, requireFewUnpaid, type ToPay } from './deposit-checkout.service.ts';
import { hasManyHours, mayMailStranger, requireFewWithoutHour } from './network-limits.service.ts';

export type BookingDeps = PageDeps &
  OutboxDeps &
  ProofOfWorkDeps &
  DepositProviderDeps &
  Pick<Deps, 'tenantTransaction' | 'cipher' | 'now' | 'publicUrl' | 'warn'> & {
    /** Whether the hours of one network are limited. */
    limitsNetworks: boolean;
  };

/** Undecided bookings and accepted ones to come, of one person with one professional. */
const MAX_BOOKINGS = 2;
const SEARCHED_DAYS = 366;

/** The request that somebody sends without a session. */
export interface PublicRequest {
  address: string;
  countRequest(): Promise<void>;
}

/** Nothing but the rules and the hours decides about the answer: whether the person is a patient is not looked up. */
export async function createBooking(
  deps: BookingDeps,
  slug: string,
  booking: NewBooking,
  { address, countRequest }: PublicRequest,
): Promise<BookingReply> {
  const page = await openPage(deps, slug);
  const start = startOf(booking, page.timeZone);
  if (booking.website) return answerToProgram(deps, start);
  await requireCorrectEntry(deps, page, booking);
  await requireProofOfWork(deps, booking.altcha, countRequest);
  const actor = { id: page.ownerId, actorId: BOOKING_PERSON, address };
  const { reply, toPay } = await deps.tenantTransaction(page.ownerId, async (tx): Promise<Booked> => {
    await lockOwner(tx);
    const at = deps.now();
    const service = await requireBookableService(tx, booking.serviceId);
    const { approval } = await requireFreeHour(tx, page, { ...booking, duration: service.duration }, at);
    const person = toPerson(booking);
    await requireFewBookings(deps, tx, page, person);
    const id = uuidv7(at);
    const provider = service.deposit === null ? undefined : await findDepositProvider(tx, deps);
    const network = siteNetwork(address);
    if (provider) await requireFewUnpaid(deps, tx, network, at);
    const holdsHour = provider !== undefined || (await mayHoldHour(deps, tx, { address, approval, person, at }));
    const isFirstWithoutHour = !holdsHour && (await requireFewWithoutHour(deps, tx, at)) === 0;
    const status = provider ? 'unpaid' : deps.sendsMail && holdsHour ? 'unverified' : 'requested';
    const expiresAt = HELD_UNTIL[status](at, start);
    const { date, time } = booking;
    const hour = { date, time, duration: service.duration };
    const named = { serviceId: service._id, serviceName: service.name };
    const { duration, modality } = service;
    const held = { id, ...named, modality, date, startMinute: toMinutes(time), duration, heldUntil: expiresAt };
    if (holdsHour && !(await holdHour(tx, held, at))) throw new AppError('SLOT_TAKEN');
    const row = { id, status, ...named, ...hour, person, network, waitingId: undefined, expiresAt } as const;
    await insertBooking(tx, { ...row, keptUntil: keptAfter(expiresAt) }, deps.cipher, at);
    if (status === 'requested') await enqueueNotice(tx, { kind: 'requested', day: date }, at);
    // A stranger can make many: the professional finds the further ones with the first.
    if (isFirstWithoutHour) await queueNotice(deps, tx, { kind: 'requested', bookingId: id }, at);
    await record(tx, { ...actBy(actor, id), act: 'booking.made', at });
    const reply: BookingReply = { status, expiresAt: expiresAt.toISOString(), ...(!holdsHour && { holdsHour }) };
    if (provider) {
      const made = { id, start, expiresAt, service, person };
      return { reply, toPay: await askDeposit(deps, tx, actor, { provider, made, at }) };
    }
    if (status !== 'unverified') return { reply };
    const bookingKey = await queueVerification(deps, tx, { id, start, duration: service.duration }, at);
    return { reply: { ...reply, bookingKey } };
  });
  return toPay ? { ...reply, paymentUrl: await openCheckout(deps, toPay) } : reply;
}

interface Booked {
  reply: BookingReply;
  /** Only for an unpaid booking. */
  toPay?: ToPay;
}

const HELD_UNTIL = { unpaid: payableUntil, unverified: verifiableUntil, requested: answerableUntil };

/** Queues the mail whose link confirms the booking. Returns the key with which its browser has the mail sent again. */
async function queueVerification(
  deps: OutboxDeps,
  tx: OwnerTx,
  { id, start, duration }: { id: string; start: Date; duration: number },
  at: Date,
): Promise<string> {
  const expiresAt = linkedUntil(start, duration);
  await queueBookingMail(deps, tx, { kind: 'verify', bookingId: id, linkUntil: expiresAt }, at);
  return createLink(tx, { appointmentId: id, expiresAt, purpose: 'booking-key' }, at);
}

/** A program that fills in every field gets the answer that it expects, and nothing happens. */
function answerToProgram(deps: Pick<Deps, 'now' | 'sendsMail'>, start: Date): BookingReply {
  const at = deps.now();
  if (!deps.sendsMail) return { status: 'requested', expiresAt: answerableUntil(at, start).toISOString() };
  return { status: 'unverified', expiresAt: verifiableUntil(at, start).toISOString(), bookingKey: newToken() };
}

/** What is kept of the person, without the proof and the choice of an hour. */
export const toPerson = ({ name, rut, documentType, birthDate, phone, email }: BookingPerson): BookingPerson => ({
  name,
  rut,
  documentType,
  birthDate,
  phone,
  email,
});

/** Refuses what the person can correct, before their proof of work is used up. */
export async function requireCorrectEntry(
  deps: Pick<BookingDeps, 'tenantRead' | 'now'>,
  { ownerId, timeZone }: OpenPage,
  { birthDate, serviceId }: { birthDate: string; serviceId: string },
): Promise<void> {
  const problem = birthDateProblem(birthDate, dayIn(timeZone, deps.now()));
  if (problem) throw new AppError('INVALID_INPUT', { fields: { birthDate: problem } });
  await deps.tenantRead(ownerId, (db) => requireBookableService(db, serviceId));
}

/** Booking may have been switched off since the page was opened. */
export async function requireEnabled(db: OwnerSql): Promise<BookingSettings> {
  const settings = await findBookingSettings(db);
  if (!settings?.enabled) throw new AppError('NOT_FOUND');
  return settings;
}

/**
 * A further booking of a network that holds many hours, and one to which no mail may be sent, is taken without an hour:
 * patients who share a mobile network are not turned away.
 */
async function mayHoldHour(
  deps: BookingDeps,
  tx: OwnerTx,
  {
    address,
    approval,
    person: { email },
    at,
  }: Pick<BookingSettings, 'approval'> & { address: string; person: BookingPerson; at: Date },
): Promise<boolean> {
  const network = siteNetwork(address);
  if (deps.limitsNetworks && (await hasManyHours(deps, tx, { network, approval, at }))) return false;
  return !deps.sendsMail || mayMailStranger(deps, tx, { email, address }, at);
}

async function requireFreeHour(
  tx: OwnerTx,
  { timeZone }: OpenPage,
  { date, time, duration }: { date: string; time: string; duration: number },
  now: Date,
): Promise<BookingSettings> {
  const settings = await requireEnabled(tx);
  const [day] = await bookableHours(tx, settings, { from: date, to: date, duration, timeZone, now });
  if (!day?.times.includes(time)) throw new AppError('SLOT_TAKEN');
  return settings;
}

/** Counts by the document and by the address, without the booking `except`. */
export async function requireFewBookings(
  deps: Pick<Deps, 'cipher' | 'now'>,
  db: OwnerSql,
  { timeZone }: OpenPage,
  { rut, documentType, email }: BookingPerson,
  except?: string,
): Promise<void> {
  const now = deps.now();
  const open = await openBookingsFrom(db, { today: dayIn(timeZone, now), now }, deps.cipher);
  const others = open.filter(({ id }) => id !== except);
  const byDocument = others.filter((one) => one.compactRut === compactRut(rut) && one.documentType === documentType);
  const byAddress = others.filter(({ person }) => mailboxOf(person.email) === mailboxOf(email));
  if (Math.max(byDocument.length, byAddress.length) >= MAX_BOOKINGS) throw new AppError('TOO_MANY_BOOKINGS');
}

export async function listBookingSlots(
  deps: PageDeps & Pick<Deps, 'now'>,
  slug: string,
  { serviceId, from, to }: { serviceId: string; from: string; to: string },
): Promise<FreeHours[]> {
  const { ownerId, timeZone } = await openPage(deps, slug);
  return deps.tenantRead(ownerId, async (db) => {
    const [settings, { duration }] = await Promise.all([
      findBookingSettings(db),
      requireBookableService(db, serviceId),
    ]);
    return settings ? bookableHours(db, settings, { from, to, duration, timeZone, now: deps.now() }) : [];
  });
}

interface NextHour {
  next: { date: string; time: string; bookableFrom?: string } | null;
}

/** The next free hour, also after the last day on which hours can be booked. */
export async function nextBookingHour(
  deps: PageDeps & Pick<Deps, 'now'>,
  slug: string,
  serviceId: string,
): Promise<NextHour> {
  const { ownerId, timeZone } = await openPage(deps, slug);
  const now = deps.now();
  const from = dayIn(timeZone, now);
  return deps.tenantRead(ownerId, async (db) => {
    const [settings, { duration }] = await Promise.all([
      findBookingSettings(db),
      requireBookableService(db, serviceId),
    ]);
    if (!settings) return { next: null };
    const search = { from, to: addDays(from, SEARCHED_DAYS - 1), duration, timeZone, now, limit: 1 };
    const [day] = await hoursByRules(db, settings, search);
    const [time] = day?.times ?? [];
    if (!day || time === undefined) return { next: null };
    if (day.date <= lastBookableDay(settings, timeZone, now)) return { next: { date: day.date, time } };
    return { next: { date: day.date, time, bookableFrom: addDays(day.date, -settings.windowDays) } };
  });
}
