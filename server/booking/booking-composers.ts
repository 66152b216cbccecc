import { isOpen } from '#contract/agenda';
import { timeZoneOf } from '#contract/regions';
import type { Deps } from '#server/deps';
import { readLink } from '#server/links/links';
import type { MailComposers, MailOutcome, OutgoingMail, QueuedComposedMail } from '#server/mail/composed-mail';
import { blockedWriters } from '#server/patients/patient-blocking.service';
import type { Database } from '#server/platform/database/database';
import { dropMessage, finishListed } from '#server/reminders/message-mail.service';
import { professionalForMail } from '#server/reminders/professionals.service';
import { readReminderSettings } from '#server/reminders/reminder-settings.service';
import { readVisit, visitCalendar } from '#server/reminders/visit-calendar.service';
import type { BookingMailKind, BookingMailParameters, NoticeParameters } from './booking-mails.service.ts';
import { type BookingStatus, findBooking, finishMail } from './bookings.store.ts';
import { bookingMail, bookingNotice } from './render-booking-mail.ts';

export type BookingMailDeps = Pick<Database, 'mail' | 'public'> &
  Pick<Deps, 'tenantRead' | 'tenantTransaction' | 'cipher' | 'now' | 'publicUrl'>;

/** The state of a booking in which a mail is still true. */
const TRUE_IN: Record<BookingMailKind, BookingStatus> = {
  verify: 'unverified',
  offer: 'offered',
  accepted: 'accepted',
  rejected: 'rejected',
  ended: 'ended',
};

/** How the mails of online booking are composed when they are delivered. */
export const bookingComposers = (deps: BookingMailDeps): Pick<MailComposers, 'booking-message' | 'booking-notice'> => ({
  'booking-message': {
    compose: async (mail) => (await composeBookingMail(deps, mail)) ?? drop(deps, mail),
    finish: (mail, outcome) => finish(deps, mail, outcome),
  },
  'booking-notice': { compose: (mail) => composeNotice(deps, mail), finish: async () => undefined },
});

// The parameters were written by `queueBookingMail`.
const parametersOf = ({ parameters }: QueuedComposedMail) => parameters as unknown as BookingMailParameters;

async function composeBookingMail(deps: BookingMailDeps, mail: QueuedComposedMail): Promise<OutgoingMail | undefined> {
  const { kind, bookingId, token, message } = parametersOf(mail);
  const found = await readBooking(deps, mail.ownerId, bookingId);
  // After a crash the mail may have been sent.
  if (found?.booking.status !== TRUE_IN[kind] || found.booking.mailStatus !== 'pending') return undefined;
  const { booking, professional, settings } = found;
  if (found.isBlocked) return undefined;
  const { expiresAt, person } = booking;
  const now = deps.now();
  if (expiresAt && expiresAt <= now) return undefined;
  // A later mail has taken its place.
  if (token && !(await readLink(deps.public, token, now))) return undefined;
  const timeZone = timeZoneOf(professional.region);
  const link = token && `${deps.publicUrl}/cita/${token}`;
  const { place, phone } = settings;
  const rendered = bookingMail(kind, {
    booking,
    professional: professional.name,
    timeZone,
    place,
    phone,
    link,
    message,
  });
  const outgoing: OutgoingMail = {
    ...rendered,
    to: person.email,
    senderName: professional.name,
    replyTo: professional.email,
    listUnsubscribe: undefined,
  };
  if (kind !== 'accepted' || !token) return outgoing;
  const visit = await deps.tenantRead(mail.ownerId, (db) => readVisit(db, bookingId));
  // A change or a cancellation has a mail of its own.
  const isAsBooked = visit?.date === booking.date && visit.time === booking.time && isOpen(visit);
  if (!isAsBooked) return undefined;
  const content = await visitCalendar(deps, { ...visit, changedAt: now }, { timeZone, professional, place, token });
  return { ...outgoing, calendar: { method: 'PUBLISH', content } };
}

/** The professional sees whether the mail arrived. */
async function finish(deps: BookingMailDeps, mail: QueuedComposedMail, outcome: MailOutcome): Promise<void> {
  const { kind, bookingId, token, reminderId } = parametersOf(mail);
  const { ownerId } = mail;
  if (reminderId) await finishListed(deps, { ownerId, reminderId }, outcome);
  // A later mail has taken its place, and is still to be sent.
  if (token && !(await readLink(deps.public, token, deps.now()))) return;
  await deps.tenantTransaction(ownerId, (tx) => finishMail(tx, bookingId, { in: TRUE_IN[kind], as: outcome.status }));
}

async function drop(deps: BookingMailDeps, mail: QueuedComposedMail): Promise<undefined> {
  const { reminderId } = parametersOf(mail);
  if (reminderId) await dropMessage(deps, mail.ownerId, reminderId);
  return undefined;
}

async function composeNotice(deps: BookingMailDeps, mail: QueuedComposedMail): Promise<OutgoingMail | undefined> {
  // The parameters were written by `queueNotice`.
  const { kind, bookingId } = mail.parameters as unknown as NoticeParameters;
  const found = await readBooking(deps, mail.ownerId, bookingId);
  if (found?.booking.status !== kind) return undefined;
  const { booking, professional } = found;
  const rendered = bookingNotice(kind, { booking, link: `${deps.publicUrl}/dashboard/reservas` });
  return {
    ...rendered,
    to: professional.email,
    senderName: 'Ficha Austral',
    replyTo: professional.email,
    listUnsubscribe: undefined,
  };
}

async function readBooking(deps: BookingMailDeps, ownerId: string, id: string) {
  const professional = await professionalForMail(deps, ownerId);
  if (!professional) return undefined;
  return deps.tenantRead(ownerId, async (db) => {
    const [booking, settings] = await Promise.all([findBooking(db, id, deps.cipher), readReminderSettings(db)]);
    if (!booking) return undefined;
    const isBlocked = await blockedWriters(db, [booking.person]);
    return { booking, professional, settings, isBlocked: isBlocked(booking.person, booking.createdAt) };
  });
}
