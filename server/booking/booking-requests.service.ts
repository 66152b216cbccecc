import type { Appointment } from '#contract/agenda';
import type { BookingRequest } from '#contract/booking-requests';
import type { ErrorCode } from '#contract/errors';
import { releaseHour } from '#server/agenda/held-hours.service';
import { shownAppointment } from '#server/agenda/last-acts.service';
import { actBy, record } from '#server/audit/audit.store';
import { type Owner, timeZoneOfOwner } from '#server/auth/owner';
import { type Deposit, depositsByBooking, giveBackDeposit } from '#server/deposits/deposits.service';
import type { Deps } from '#server/deps';
import { endLinks } from '#server/links/links';
import { findContacts } from '#server/patients/patient-contacts.service';
import { patientsByDocument } from '#server/patients/patients.service';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { countRequested } from './booking-counts.store.ts';
import { queueBookingMail } from './booking-mails.service.ts';
import { appointBooking, isLive, type ProgressDeps } from './booking-progress.service.ts';
import { keptAfter } from './booking-times.ts';
import { type Booking, type BookingStatus, liveBookings, lockBooking, storeState } from './bookings.store.ts';
import { connectionNumbers } from './network-limits.service.ts';
import { holdBookedHour } from './paid-booking.service.ts';

type ReadDeps = Pick<Deps, 'tenantRead' | 'cipher' | 'now'>;

/** What waits for the person or for the professional, by date. An offer to the waiting list waits for the person. */
export function listBookingRequests(deps: ReadDeps, owner: Owner): Promise<BookingRequest[]> {
  return deps.tenantRead(owner.id, async (db) => {
    const live = await liveBookings(db, deps.now(), deps.cipher);
    // An unplaced booking holds no hour.
    const bookings = live.filter(({ status }) => status !== 'unplaced');
    const shown = owner.hidesMoney ? [] : bookings;
    const deposits = await depositsByBooking(
      db,
      shown.map(({ id }) => id),
    );
    const patients = await patientsByDocument(db, bookings);
    const ids = patients.map(({ id }) => id);
    const contacts = await findContacts(db, deps, ids);
    const connections = connectionNumbers(bookings);
    return bookings.map((booking) => {
      const { compactRut, documentType, network } = booking;
      const known = patients.find((one) => one.compactRut === compactRut && one.documentType === documentType);
      const contact = known && contacts.get(known.id);
      const patient = contact && {
        name: contact.name,
        birthDate: known.birthDate,
        phone: contact.phone,
        email: contact.email,
      };
      const deposit = toRequestDeposit(deposits.get(booking.id));
      const connection = connections.get(network ?? '');
      return { ...toRequest(booking), deposit, connection, patientId: known?.id ?? null, patient };
    });
  });
}

const toRequestDeposit = (deposit: Deposit | undefined) =>
  deposit && { amount: deposit.amount, isPaid: deposit.status === 'paid' };

function toRequest({ person, ...booking }: Booking) {
  const { id, status, serviceId, serviceName, date, time, duration, mailStatus, createdAt, expiresAt, holdsHour } =
    booking;
  const { name, rut, documentType, birthDate, phone, email } = person;
  return {
    _id: id,
    status: status === 'requested' || status === 'unpaid' ? status : ('unverified' as const),
    serviceId,
    serviceName,
    date,
    time,
    duration,
    holdsHour: holdsHour ? undefined : (false as const),
    name,
    rut,
    documentType: documentType === 'rut' ? undefined : documentType,
    birthDate,
    phone,
    email,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString(),
    mailStatus,
  };
}

export async function countBookingRequests(deps: Pick<Deps, 'tenantRead' | 'now'>, owner: Owner) {
  const { total, latest } = await deps.tenantRead(owner.id, (db) => countRequested(db, deps.now()));
  return { total, latest: latest?.toISOString() };
}

/** Also before the person has confirmed by mail, or paid the deposit: the professional may have called. */
export function acceptBookingRequest(
  deps: ProgressDeps & Pick<Deps, 'identity'>,
  owner: Owner,
  id: string,
): Promise<Appointment> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    const booking = await lockLive(deps, tx, id, at);
    const moment = { timeZone: timeZoneOfOwner(owner), at };
    if (!booking.holdsHour && !(await holdBookedHour(tx, booking, moment))) throw new AppError('SLOT_TAKEN');
    const appointment = await appointBooking(deps, tx, { actor: owner, booking }, moment);
    await record(tx, { ...actBy(owner, id, appointment.patientId), act: 'booking.accepted', at });
    return shownAppointment(tx, deps, appointment._id);
  });
}

export function rejectBookingRequest(
  deps: ProgressDeps,
  owner: Owner,
  id: string,
  message: string | undefined,
): Promise<undefined> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    const { status } = await lockLive(deps, tx, id, at);
    await endRejected(tx, owner, id, at);
    // Nobody asked for an hour of the waiting list: the offer just ends.
    if (status !== 'offered') await queueBookingMail(deps, tx, { kind: 'rejected', bookingId: id, message }, at);
    return undefined;
  });
}

/**
 * Rejects a request and all others that came from its connection, but none whose deposit was paid. Only people who
 * confirmed their address get a mail.
 */
export function rejectConnection(deps: ProgressDeps, owner: Owner, id: string): Promise<{ rejected: number }> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    const { network } = await lockLive(deps, tx, id, at);
    const live = await liveBookings(tx, at, deps.cipher);
    const deposits = await depositsByBooking(
      tx,
      live.map((one) => one.id),
    );
    const rejected = live.filter(
      (one) =>
        (one.id === id || (network !== undefined && one.network === network)) &&
        one.status !== 'unplaced' &&
        deposits.get(one.id)?.status !== 'paid',
    );
    for (const { id: bookingId, status, holdsHour } of rejected) {
      await endRejected(tx, owner, bookingId, at);
      const isConfirmed = status === 'requested' && holdsHour;
      if (isConfirmed) await queueBookingMail(deps, tx, { kind: 'rejected', bookingId }, at);
    }
    return { rejected: rejected.length };
  });
}

async function endRejected(tx: OwnerTx, owner: Owner, id: string, at: Date): Promise<void> {
  await releaseHour(tx, id);
  const deposit = await giveBackDeposit(tx, owner, id, at);
  // The person sees there what becomes of the money.
  if (!deposit) await endLinks(tx, id);
  await storeState(tx, id, { status: 'rejected', keptUntil: keptAfter(at) });
  await record(tx, { ...actBy(owner, id), act: 'booking.rejected', at });
}

async function lockLive(deps: Pick<Deps, 'cipher'>, tx: OwnerTx, id: string, now: Date): Promise<Booking> {
  const booking = await lockBooking(tx, id, deps.cipher);
  if (!booking) throw new AppError('NOT_FOUND');
  if (!isLive(booking, now) || booking.status === 'unplaced')
    throw new AppError(END_CODES[booking.status] ?? 'BOOKING_ENDED');
  return booking;
}

/** What became of a booking that did not expire. */
const END_CODES: Partial<Record<BookingStatus, ErrorCode>> = {
  accepted: 'BOOKING_ACCEPTED',
  rejected: 'BOOKING_REJECTED',
  withdrawn: 'BOOKING_WITHDRAWN',
};
