import type { LinkedAppointment } from '#contract/appointment-links';
import { toClock } from '#contract/days';
import { timeZoneOf } from '#contract/regions';
import { shownName } from '#contract/reminder-message';
import type { ReminderSettings } from '#contract/reminder-settings';
import { openAccount } from '#server/auth/open-account.service';
import { type LinkedBooking, readLinkedBooking } from '#server/booking/booking-progress.service';
import { type Deposit, depositOfBooking } from '#server/deposits/deposits.service';
import type { Deps } from '#server/deps';
import { findPageSlug, type PageSlug } from '#server/links/booking-page.store';
import { readLink } from '#server/links/links';
import type { StoredLink } from '#server/links/links.store';
import { AppError } from '#server/platform/app-error';
import { instantIn } from '#server/platform/wall-clock';
import { readReminderSettings } from '#server/reminders/reminder-settings.service';
import { findVisit, type VisitRow } from './appointment-links.store.ts';
import { patientActs } from './patient-acts.ts';

export type LinkDeps = Pick<Deps, 'public' | 'identity' | 'tenantRead' | 'now' | 'cipher' | 'sendsMail'>;

interface Link {
  ownerId: string;
  appointmentId: string;
  professional: { name: string; email: string };
  timeZone: string;
  settings: ReminderSettings;
  /** What was asked for when the hour was booked online. */
  deposit: Deposit | undefined;
  tellsByMail: boolean;
  page: PageSlug | undefined;
}

/** A link to an appointment. */
export interface OpenedLink extends Link {
  visit: VisitRow;
  /** What was typed, in a link of the person who booked online. Nothing of the patient's file is shown. */
  bookedBy: { name: string; reminders: boolean } | undefined;
}

/** A link to an hour that somebody booked and that is no appointment, or not yet. */
export interface OpenedBooking extends Link {
  visit: undefined;
  booking: LinkedBooking;
}

/** What a link leads to. A link that does not work is refused in one way, which does not tell why. */
export async function openLink(deps: LinkDeps, token: string): Promise<OpenedLink | OpenedBooking> {
  const found = await findLinked(deps, token);
  if (!found || found.isBlocked) throw new AppError('LINK_ENDED');
  return found.opened;
}

interface Linked {
  opened: OpenedLink | OpenedBooking;
  /** Whether the link opens nothing until the block of its patient is lifted. */
  isBlocked: boolean;
}

/** Undefined for a link that leads nowhere. */
export async function findLinked(deps: LinkDeps, token: string): Promise<Linked | undefined> {
  const now = deps.now();
  const link = await readLink(deps.public, token, now);
  if (!link || link.purpose === 'booking-key') return undefined;
  const { ownerId, appointmentId, purpose } = link;
  const [professional, [visit, settings, booking, deposit, page]] = await Promise.all([
    openAccount(deps, ownerId),
    deps.tenantRead(ownerId, (db) =>
      Promise.all([
        findVisit(db, appointmentId),
        readReminderSettings(db),
        purpose === 'booking' || purpose === 'checkout' ? readLinkedBooking(db, deps, appointmentId) : undefined,
        depositOfBooking(db, appointmentId),
        findPageSlug(db),
      ]),
    ),
  ]);
  if (!professional) return undefined;
  const timeZone = timeZoneOf(professional.region);
  const found = { ownerId, appointmentId, professional, timeZone, settings, deposit, page };
  const opened = { ...found, tellsByMail: deps.sendsMail };
  if (visit) return { opened: { ...opened, visit, bookedBy: booking }, isBlocked: isBlocked(visit, link) };
  if (!booking || booking.isOver) return undefined;
  return { opened: { ...opened, visit: undefined, booking }, isBlocked: false };
}

/** A link that is made later belongs to an hour that the blocked patient books now. */
const isBlocked = ({ blockedAt }: VisitRow, { createdAt }: StoredLink): boolean =>
  blockedAt !== null && createdAt <= blockedAt;

/** What the page of the link shows. */
export const toLinkedAppointment = (link: OpenedLink | OpenedBooking, now: Date): LinkedAppointment =>
  link.visit ? toAppointment(link, now) : toBookedHour(link, now);

function toAppointment(link: OpenedLink, now: Date): LinkedAppointment {
  const { professional, timeZone, visit, settings, bookedBy, deposit, tellsByMail, page } = link;
  const { date, duration, status, reminders, modality } = visit;
  const time = toClock(visit.startMinute);
  const startsAt = instantIn(timeZone, { date, time });
  const { isOver, canConfirm, canCancel, canMove, changeableUntil } = patientActs({ status, startsAt }, settings, now);
  return {
    professional: professional.name,
    patient: shownName(bookedBy ?? { name: visit.name, socialName: visit.socialName ?? undefined }),
    date,
    time,
    duration,
    timeZone,
    modality,
    place: modality === 'remote' ? undefined : settings.place || undefined,
    phone: settings.phone || undefined,
    status,
    // The booking was confirmed, and its link asks for no more.
    canConfirm: canConfirm && !bookedBy,
    canCancel,
    canMove,
    isBookingToConfirm: false,
    isOffer: false,
    waitsForApproval: false,
    tellsByMail,
    bookingSlug: page?.enabled ? page.slug : undefined,
    // Whether the patient gets reminders would tell that there was a file before the booking.
    reminders: bookedBy?.reminders ?? reminders,
    isOver,
    deposit: toLinkedDeposit(deposit, { canCancel, canPay: false, returnedUntil: changeableUntil }),
  };
}

function toLinkedDeposit(
  deposit: Deposit | undefined,
  { canCancel, canPay, returnedUntil }: { canCancel: boolean; canPay: boolean; returnedUntil?: Date },
): LinkedAppointment['deposit'] {
  if (!deposit) return undefined;
  const { amount, status, preference } = deposit;
  const paymentUrl = status === 'open' && canPay ? preference?.paymentUrl : undefined;
  const isReturnedOnCancel = status === 'paid' && canCancel;
  const until = isReturnedOnCancel ? returnedUntil?.toISOString() : undefined;
  return { amount, status, paymentUrl, isReturnedOnCancel, returnedUntil: until };
}

function toBookedHour(
  { professional, timeZone, settings, booking, deposit, tellsByMail, page }: OpenedBooking,
  now: Date,
): LinkedAppointment {
  const { name, date, time, duration, status, isOffer, expiresAt, modality } = booking;
  const isLive = expiresAt !== undefined && expiresAt > now;
  const isUnplaced = isLive && status === 'unplaced';
  // Whoever paid too late chooses another hour or the return.
  const canCancel = isLive && !isUnplaced;
  return {
    professional: professional.name,
    patient: shownName({ name }),
    date,
    time,
    duration,
    timeZone,
    modality,
    place: modality === 'remote' ? undefined : settings.place || undefined,
    phone: settings.phone || undefined,
    status: canCancel ? 'scheduled' : 'cancelled',
    canConfirm: false,
    canCancel,
    canMove: isUnplaced,
    isBookingToConfirm: status === 'unverified' || status === 'offered',
    isOffer,
    waitsForApproval: status === 'requested',
    expiresAt: expiresAt?.toISOString(),
    tellsByMail,
    bookingSlug: page?.enabled ? page.slug : undefined,
    reminders: false,
    isOver: false,
    deposit: toLinkedDeposit(deposit, { canCancel, canPay: isLive }),
  };
}
