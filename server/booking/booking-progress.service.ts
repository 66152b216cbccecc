import type { Appointment } from '#contract/agenda';
import type { PatientInput } from '#contract/patients';
import { appointHeldHour, extendHold, releaseHour } from '#server/agenda/held-hours.service';
import { storeCreation } from '#server/agenda/last-acts.service';
import { type Actor, actBy, record } from '#server/audit/audit.store';
import { depositOfBooking, giveBackDeposit } from '#server/deposits/deposits.service';
import type { Deps } from '#server/deps';
import type { OutboxDeps } from '#server/mail/outbox';
import { enqueueNotice } from '#server/notices/notice-queue.service';
import { addPatient, hasRoomForPatient, patientsByDocument } from '#server/patients/patients.service';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { requireFewBookings } from './booking.service.ts';
import { chargeDeposit } from './booking-charge.service.ts';
import { queueBookingMail, queueNotice } from './booking-mails.service.ts';
import { stopBookingReminders } from './booking-mails.store.ts';
import { findBookingSettings } from './booking-settings.store.ts';
import { answerableUntil, keptAfter, keptAfterVisit, linkedUntil, type Moment, startOf } from './booking-times.ts';
import { type Booking, findBooking, lockBooking, storeState } from './bookings.store.ts';
import { refuseAsClosed } from './refuse-as-closed.ts';
import { removeWaiting } from './waiting-list.store.ts';

export type ProgressDeps = OutboxDeps & Pick<Deps, 'tenantTransaction' | 'cipher' | 'now' | 'countsTestPayments'>;

/** Whether the hour is still held for the booking. */
export const isLive = ({ expiresAt }: Pick<Booking, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== undefined && expiresAt > now;

/** What the link of a booking shows of it. */
export interface LinkedBooking
  extends Pick<
    Booking,
    'status' | 'serviceId' | 'modality' | 'date' | 'time' | 'duration' | 'expiresAt' | 'reminders'
  > {
  name: string;
  /** Whether the hour is, or was until somebody gave it back, an offer to the waiting list. */
  isOffer: boolean;
  /** Whether the booking ended or was rejected: its link does not work any more, unless it tells of a deposit. */
  isOver: boolean;
}

export async function readLinkedBooking(
  db: OwnerSql,
  deps: Pick<Deps, 'cipher' | 'now'>,
  id: string,
): Promise<LinkedBooking | undefined> {
  const booking = await findBooking(db, id, deps.cipher);
  if (!booking) return undefined;
  const { status, serviceId, modality, date, time, duration, expiresAt, reminders, person, waitingId } = booking;
  const deposit = await depositOfBooking(db, id);
  const isOffer = status === 'offered' || (status === 'withdrawn' && waitingId !== undefined);
  const isOver = status !== 'withdrawn' && !deposit && !isLive(booking, deps.now());
  const hour = { serviceId, modality, date, time, duration };
  return { ...hour, status, expiresAt, reminders, name: person.name, isOffer, isOver };
}

/** Longer than the transaction takes, unless the server is busy. */
const CONFIRMATION_MS = 200;

/**
 * The person confirms by the link of a mail. Repeated, it changes nothing. Making a file takes some milliseconds: the time
 * of the answer does not tell that the person had none.
 */
export async function verifyBooking(
  deps: ProgressDeps,
  actor: Actor,
  visit: { id: string; timeZone: string },
): Promise<void> {
  const answerTime = new Promise<void>((resolve) => setTimeout(resolve, CONFIRMATION_MS));
  await Promise.all([verifyInTransaction(deps, actor, visit).catch(refuseAsClosed), answerTime]);
}

function verifyInTransaction(
  deps: ProgressDeps,
  actor: Actor,
  { id, timeZone }: { id: string; timeZone: string },
): Promise<void> {
  return deps.tenantTransaction(actor.id, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    const booking = await lockBooking(tx, id, deps.cipher);
    if (!booking) throw new AppError('LINK_ENDED');
    if (booking.status === 'requested' || booking.status === 'accepted') return;
    // Only the provider says that a deposit was paid.
    if (booking.status === 'unpaid' || booking.status === 'unplaced') return;
    if (!isLive(booking, at)) throw new AppError('LINK_ENDED');
    // Whoever joined the waiting list twice may have other bookings.
    if (booking.status === 'offered')
      await requireFewBookings(deps, tx, { ownerId: tx.owner, timeZone }, booking.person, id);
    await proceed(deps, tx, { actor, booking }, { timeZone, at });
    await record(tx, { ...actBy(actor, id), act: 'booking.verified', at });
  });
}

/**
 * The hour is held, and nothing is awaited from the person any more. The professional gets a notice. Returns whether the
 * professional has to answer.
 */
export async function proceed(
  deps: ProgressDeps,
  tx: OwnerTx,
  { actor, booking }: { actor: Actor; booking: Booking },
  moment: Moment,
): Promise<boolean> {
  const isRequest = await waitsForProfessional(deps, tx);
  if (isRequest) await requestHour(deps, tx, booking, moment);
  else await appointBooking(deps, tx, { actor, booking }, moment);
  await enqueueNotice(tx, { kind: isRequest ? 'requested' : 'booked', day: booking.date }, moment.at);
  return isRequest;
}

/** The answer does not depend on whether the person is a patient. */
async function waitsForProfessional(deps: ProgressDeps, tx: OwnerTx): Promise<boolean> {
  const settings = await findBookingSettings(tx);
  if (settings?.approval !== 'automatic' || !settings.newPatients) return true;
  return !(await hasRoomForPatient(deps, tx));
}

async function requestHour(deps: ProgressDeps, tx: OwnerTx, booking: Booking, { timeZone, at }: Moment): Promise<void> {
  const { id } = booking;
  const until = answerableUntil(at, startOf(booking, timeZone));
  if (!(await extendHold(tx, id, until))) throw new AppError('LINK_ENDED');
  await storeState(tx, id, { status: 'requested', expiresAt: until, keptUntil: keptAfter(until) });
  await queueNotice(deps, tx, { kind: 'requested', bookingId: id }, at);
}

/** The booking becomes an appointment of the patient with its document, or of a new one. The owner is locked. */
export async function appointBooking(
  deps: ProgressDeps,
  tx: OwnerTx,
  { actor, booking }: { actor: Actor; booking: Booking },
  moment: Moment,
): Promise<Appointment> {
  if (booking.undecryptable) throw new AppError('UNDECRYPTABLE');
  const { id } = booking;
  const [known] = await patientsByDocument(tx, [booking]);
  const patientId = known?.id ?? (await addPatient(deps, tx, actor, toPatient(booking)));
  const appointment = await appointHeldHour(tx, deps, { id, patientId }, moment);
  if (!appointment) throw new AppError('BOOKING_ENDED');
  const start = startOf(booking, moment.timeZone);
  await storeState(tx, id, { status: 'accepted', keptUntil: keptAfterVisit(start), patientId });
  if (booking.waitingId) await removeWaiting(tx, booking.waitingId);
  await queueBookingMail(
    deps,
    tx,
    { kind: 'accepted', bookingId: id, linkUntil: linkedUntil(start, booking.duration), patientId },
    moment.at,
  );
  await chargeDeposit(deps, tx, { actor, booking, patientId }, moment);
  await storeCreation(tx, actor, [id], moment.at);
  await record(tx, { ...actBy(actor, id, patientId), act: 'appointment.created', at: moment.at });
  return appointment;
}

const toPatient = ({ person: { name, rut, documentType, birthDate, phone, email } }: Booking): PatientInput => ({
  name,
  rut,
  documentType,
  birthDate,
  phone,
  email,
  sex: undefined,
  address: undefined,
  emergencyContact: undefined,
  allergies: null,
  notas: null,
  alertas: null,
  preferencias: null,
  socialName: undefined,
  occupation: undefined,
  prevision: undefined,
  legalRepresentative: undefined,
  reminders: undefined,
});

/** The person gives the hour back. Repeated, it changes nothing. */
export function withdrawBooking(deps: ProgressDeps, actor: Actor, id: string): Promise<void> {
  return deps.tenantTransaction(actor.id, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    const booking = await lockBooking(tx, id, deps.cipher);
    if (booking?.status === 'withdrawn') return;
    if (!booking || !isLive(booking, at)) throw new AppError('LINK_ENDED');
    await releaseHour(tx, id);
    await giveBackDeposit(tx, actor, id, at);
    await storeState(tx, id, { status: 'withdrawn', keptUntil: keptAfter(at) });
    await record(tx, { ...actBy(actor, id), act: 'booking.withdrawn', at });
  });
}

/** The person who booked wants no more reminders of this visit. Repeated, it changes nothing. */
export function declineBookingReminders(
  deps: Pick<Deps, 'tenantTransaction' | 'now'>,
  actor: Actor,
  id: string,
): Promise<undefined> {
  return deps.tenantTransaction(actor.id, async (tx) => {
    await lockOwner(tx);
    if (await stopBookingReminders(tx, id)) {
      await record(tx, { ...actBy(actor, id), act: 'reminders.declined', at: deps.now() });
    }
    return undefined;
  });
}
