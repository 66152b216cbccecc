import type { Appointment } from '#contract/agenda';
import type { FreeHours, LinkedAppointment, SeenHour } from '#contract/appointment-links';
import { addDays, dayIn, toClock } from '#contract/days';
import { MAX_DAYS_AHEAD } from '#contract/link-page';
import { placeInWords } from '#contract/place';
import type { AgendaDeps } from '#server/agenda/agenda.service';
import { readFreeHours } from '#server/agenda/free-hours.service';
import { answerAsPatient } from '#server/agenda/patient-answer.service';
import type { RecordingDeps } from '#server/audit/access-recorder';
import { type Actor, actBy, BOOKING_PERSON, PATIENT_BY_LINK, record } from '#server/audit/audit.store';
import { createReadMemory } from '#server/audit/read-memory';
import type { Owner } from '#server/auth/owner';
import {
  declineBookingReminders,
  type ProgressDeps,
  verifyBooking,
  withdrawBooking,
} from '#server/booking/booking-progress.service';
import { moveUnplaced, refundUnplaced, slotsOfUnplaced } from '#server/booking/unplaced-booking.service';
import { leaveWaitingListByLink } from '#server/booking/waiting-link.service';
import { giveBackDeposit } from '#server/deposits/deposits.service';
import type { Deps } from '#server/deps';
import { endLinks } from '#server/links/links';
import { enqueueNotice } from '#server/notices/notice-queue.service';
import { declineReminders } from '#server/patients/patients.service';
import { AppError } from '#server/platform/app-error';
import { instantIn } from '#server/platform/wall-clock';
import { visitCalendar } from '#server/reminders/visit-calendar.service';
import { findVisit } from './appointment-links.store.ts';
import { type LinkDeps, type OpenedBooking, type OpenedLink, openLink, toLinkedAppointment } from './open-link.ts';
import { patientActs } from './patient-acts.ts';

const HOUR_MS = 3600 * 1000;

type ActingDeps = LinkDeps & AgendaDeps & ProgressDeps;
export type LinkReaderDeps = LinkDeps & RecordingDeps;

/** A link, and the address from which somebody uses it. */
export interface LinkUse {
  token: string;
  address: string;
}

type AnyLink = Pick<OpenedLink, 'ownerId' | 'appointmentId' | 'timeZone'> & { visit: OpenedLink['visit'] | undefined };

/** Before a booking is an appointment, nobody knows whether a patient has its link. */
const toActor = ({ ownerId, visit }: AnyLink, address: string): Actor => ({
  id: ownerId,
  actorId: visit ? PATIENT_BY_LINK : BOOKING_PERSON,
  address,
});

const visitOf = ({ appointmentId, timeZone }: AnyLink) => ({ id: appointmentId, timeZone });

/** Opens links for those who read. The owner sees in the access log that a link was opened. */
export function createLinkReader(deps: LinkReaderDeps) {
  const isNew = createReadMemory();
  return async (use: LinkUse): Promise<OpenedLink | OpenedBooking> => {
    const link = await openLink(deps, use.token);
    const at = deps.now();
    if (isNew(use, at)) {
      const { appointmentId, visit } = link;
      const who = actBy(toActor(link, use.address), appointmentId, visit?.patientId);
      deps.accessRecorder.add({ ...who, act: 'appointment-link.opened', at, detail: undefined });
    }
    return link;
  };
}

export async function confirmByLink(
  deps: ActingDeps,
  { token, address }: LinkUse,
  seen: SeenHour = {},
): Promise<LinkedAppointment> {
  const link = await openLink(deps, token);
  if (!link.visit) {
    await verifyBooking(deps, toActor(link, address), visitOf(link));
    return readAgain(deps, token);
  }
  // The link confirmed the booking. The same press again changes nothing.
  if (link.bookedBy) return toLinkedAppointment(link, deps.now());
  await answerAsPatient(deps, toActor(link, address), visitOf(link), async (_tx, current, at) => {
    const acts = actsWith(link, current, at);
    if (current.status === 'cancelled' || acts.isOver) throw new AppError('APPOINTMENT_OVER');
    requireSeen(current, seen);
    return acts.canConfirm ? { answer: 'confirmed', after: { ...current, status: 'confirmed' } } : undefined;
  });
  return readAgain(deps, token);
}

export async function cancelByLink(
  deps: ActingDeps,
  { token, address }: LinkUse,
  { reason, ...seen }: SeenHour & { reason?: string | undefined } = {},
): Promise<LinkedAppointment> {
  const link = await openLink(deps, token);
  if (!link.visit) {
    await withdrawBooking(deps, toActor(link, address), link.appointmentId);
    return readAgain(deps, token);
  }
  await answerAsPatient(deps, toActor(link, address), visitOf(link), async (tx, current, at) => {
    if (current.status === 'cancelled') return undefined;
    const { isOpen, canCancel } = actsWith(link, current, at);
    if (!isOpen) throw new AppError('APPOINTMENT_OVER');
    requireSeen(current, seen);
    if (!canCancel) throw new AppError('CANCEL_TOO_LATE');
    await giveBackDeposit(tx, toActor(link, address), current._id, at);
    await enqueueNotice(tx, { kind: 'cancelled', day: current.date }, at);
    return { answer: 'cancelled', reason, after: { ...current, status: 'cancelled' } };
  });
  return readAgain(deps, token);
}

/** The professional may have moved the visit while the patient had the page open. */
function requireSeen(current: Pick<Appointment, 'date' | 'time'>, { date, time }: SeenHour): void {
  if (date === undefined || time === undefined) return;
  if (date !== current.date || time !== current.time) throw new AppError('APPOINTMENT_CHANGED');
}

/** The hours that the patient may choose instead of the present one. */
export function slotsOfLink(
  deps: LinkDeps,
  link: OpenedLink | OpenedBooking,
  { from, to }: { from: string; to: string },
): Promise<FreeHours[]> {
  if (!link.visit) return slotsOfUnplaced(deps, link.ownerId, visitOf(link), { from, to });
  const { appointmentId: _id, visit } = link;
  const current = { _id, date: visit.date, time: toClock(visit.startMinute), duration: visit.duration };
  const now = deps.now();
  requireMovable(link, { ...current, status: visit.status }, now);
  return deps.tenantRead(link.ownerId, (db) => hoursToChoose(db, link, current, { from, to, now }));
}

export async function moveByLink(
  deps: ActingDeps,
  { token, address }: LinkUse,
  { date, time }: { date: string; time: string },
): Promise<LinkedAppointment> {
  const link = await openLink(deps, token);
  if (!link.visit) {
    await moveUnplaced(deps, toActor(link, address), visitOf(link), { date, time });
    return readAgain(deps, token);
  }
  await answerAsPatient(deps, toActor(link, address), visitOf(link), async (tx, current, now) => {
    if (!link.settings.allowMove) throw new AppError('MOVE_NOT_ALLOWED');
    // The same request again: it was answered, and the answer was lost.
    if (current.date === date && current.time === time && actsWith(link, current, now).isOpen) return undefined;
    requireMovable(link, current, now);
    const [day] = await hoursToChoose(tx, link, current, { from: date, to: date, now });
    if (!day?.times.includes(time)) throw new AppError('SLOT_TAKEN');
    await enqueueNotice(tx, { kind: 'moved', day: date }, now);
    // The patient has not confirmed the new hour, and is reminded of it.
    return { answer: 'moved', after: { ...current, date, time, status: 'scheduled', overbooked: false } };
  });
  return readAgain(deps, token);
}

/** Whoever paid a deposit too late for the hour wants the money back. */
export async function refundByLink(deps: ActingDeps, { token, address }: LinkUse): Promise<LinkedAppointment> {
  const link = await openLink(deps, token);
  await refundUnplaced(deps, toActor(link, address), link.appointmentId);
  return readAgain(deps, token);
}

type Visit = Pick<Appointment, '_id' | 'date' | 'time' | 'duration' | 'status'>;

function requireMovable(link: OpenedLink, current: Visit, now: Date): void {
  const { isOpen, isTooLate } = actsWith(link, current, now);
  if (!isOpen) throw new AppError('APPOINTMENT_OVER');
  if (!link.settings.allowMove) throw new AppError('MOVE_NOT_ALLOWED');
  if (isTooLate) throw new AppError('CANCEL_TOO_LATE');
}

/** Free hours by the rules of the professional, in the next months. An appointment leaves its own hours for the others. */
async function hoursToChoose(
  db: Parameters<typeof readFreeHours>[0],
  { timeZone, settings }: OpenedLink,
  { _id, date, time, duration }: Omit<Visit, 'status'>,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<FreeHours[]> {
  const last = addDays(dayIn(timeZone, now), MAX_DAYS_AHEAD);
  const period = { from, to: to < last ? to : last };
  // An hour inside the notice could neither be cancelled nor moved again.
  const notBefore = new Date(now.getTime() + settings.cancelNoticeHours * HOUR_MS);
  const days = await readFreeHours(db, {
    ...period,
    timeZone,
    now,
    notBefore,
    duration,
    except: _id,
  });
  return days
    .map((day) => (day.date === date ? { date, times: day.times.filter((one) => one !== time) } : day))
    .filter(({ times }) => times.length > 0);
}

const actsWith = (
  { timeZone, settings }: OpenedLink,
  { status, date, time }: Omit<Visit, '_id' | 'duration'>,
  now: Date,
) => patientActs({ status, startsAt: instantIn(timeZone, { date, time }) }, settings, now);

const readAgain = async (deps: LinkDeps, token: string): Promise<LinkedAppointment> =>
  toLinkedAppointment(await openLink(deps, token), deps.now());

export async function unsubscribeByLink(
  deps: LinkDeps & Pick<Deps, 'tenantTransaction'>,
  { token, address }: LinkUse,
): Promise<undefined> {
  if (await leaveWaitingListByLink(deps, { token, address })) return undefined;
  const link = await openLink(deps, token);
  if (!link.visit) return undefined;
  // Somebody else may have typed the document of a patient: their link does not stop the reminders of that patient.
  if (link.bookedBy) return declineBookingReminders(deps, toActor(link, address), link.appointmentId);
  return declineReminders(deps, toActor(link, address), link.visit.patientId);
}

export function calendarOfLink(
  deps: Pick<Deps, 'publicUrl'>,
  link: OpenedLink | OpenedBooking,
  token: string,
): Promise<string> {
  // An hour that is not confirmed belongs in no calendar.
  if (!link.visit) throw new AppError('LINK_ENDED');
  const { appointmentId: id, professional, timeZone, visit, settings } = link;
  const { date, startMinute, duration, status, revision, modality, createdAt, changedAt } = visit;
  return visitCalendar(
    deps,
    { id, date, time: toClock(startMinute), duration, status, revision, changedAt: changedAt ?? createdAt },
    { timeZone, professional, place: placeInWords(modality, settings.place), token },
  );
}

/** Repeated, it changes nothing. */
export function endAppointmentLinks(
  deps: Pick<Deps, 'tenantTransaction' | 'now'>,
  owner: Owner,
  id: string,
): Promise<undefined> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    const visit = await findVisit(tx, id);
    if (!visit) throw new AppError('NOT_FOUND');
    if ((await endLinks(tx, id)) > 0) {
      await record(tx, { ...actBy(owner, id, visit.patientId), act: 'appointment-links.ended', at: deps.now() });
    }
    return undefined;
  });
}
