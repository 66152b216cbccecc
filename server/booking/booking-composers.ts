import { isOpen } from '#contract/agenda';
import { placeInWords } from '#contract/place';
import { timeZoneOf } from '#contract/regions';
import { depositOfBooking } from '#server/deposits/deposits.service';
import type { Deps } from '#server/deps';
import { findPageSlug } from '#server/links/booking-page.store';
import { linkAddress, rightsAddress, unsubscribeAddress } from '#server/links/link-address';
import { readLink } from '#server/links/links';
import type { MailComposers, MailOutcome, OutgoingMail, QueuedComposedMail } from '#server/mail/composed-mail';
import { blockedWriters } from '#server/patients/patient-blocking.service';
import type { Database } from '#server/platform/database/database';
import { dropMessage, finishListed } from '#server/reminders/message-mail.service';
import { professionalForMail } from '#server/reminders/professionals.service';
import { readReminderSettings } from '#server/reminders/reminder-settings.service';
import { readVisit, visitCalendar } from '#server/reminders/visit-calendar.service';
import type {
  BookingMailKind,
  BookingMailParameters,
  JoinedMailParameters,
  NoticeParameters,
} from './booking-mails.service.ts';
import { finishMail } from './booking-mails.store.ts';
import { type BookingStatus, findBooking } from './bookings.store.ts';
import { bookingMail, bookingNotice, joinedMail } from './render-booking-mail.ts';
import { findWaiting } from './waiting-list.store.ts';

export type BookingMailDeps = Pick<Database, 'mail' | 'public'> &
  Pick<Deps, 'tenantRead' | 'tenantTransaction' | 'cipher' | 'now' | 'publicUrl'>;

/** A mail is sent only while its booking has one of these statuses. */
const STATUSES_OF_MAIL: Record<BookingMailKind, readonly BookingStatus[]> = {
  verify: ['unverified'],
  offer: ['offered'],
  accepted: ['accepted'],
  rejected: ['rejected'],
  ended: ['ended'],
  paid: ['requested'],
  unplaced: ['unplaced'],
  // Also of an appointment: the professional may return the money for any reason.
  refunded: ['requested', 'accepted', 'rejected', 'withdrawn', 'ended'],
};

/** How the mails of online booking are composed when they are delivered. */
export const bookingComposers = (deps: BookingMailDeps): Pick<MailComposers, 'booking-message' | 'booking-notice'> => ({
  'booking-message': {
    compose: async (mail) =>
      isAboutBooking(mail)
        ? ((await composeBookingMail(deps, mail)) ?? drop(deps, mail))
        : composeJoinedMail(deps, mail),
    finish: async (mail, outcome) => {
      if (isAboutBooking(mail)) await finish(deps, mail, outcome);
    },
  },
  'booking-notice': { compose: (mail) => composeNotice(deps, mail), finish: async () => undefined },
});

const isAboutBooking = ({ parameters }: QueuedComposedMail): boolean => parameters.kind !== 'joined';

async function composeJoinedMail(deps: BookingMailDeps, mail: QueuedComposedMail): Promise<OutgoingMail | undefined> {
  // The parameters were written by `queueJoinedMail`.
  const { waitingId, token } = mail.parameters as unknown as JoinedMailParameters;
  const professional = await professionalForMail(deps, mail.ownerId);
  const [entry, page] = await deps.tenantRead(mail.ownerId, (db) =>
    Promise.all([findWaiting(db, waitingId, deps.cipher), findPageSlug(db)]),
  );
  // The person may have left, or the professional may have removed them.
  if (!professional || !entry) return undefined;
  const leaveLink = linkAddress(deps.publicUrl, token);
  const rightsLink = rightsAddress(deps.publicUrl, page, token);
  return {
    ...joinedMail({ entry, professional: professional.name, link: leaveLink, rightsLink }),
    to: entry.person.email,
    senderName: professional.name,
    replyTo: professional.email,
    listUnsubscribe: unsubscribeAddress(deps.publicUrl, token),
  };
}

// The parameters were written by `queueBookingMail`.
const parametersOf = ({ parameters }: QueuedComposedMail) => parameters as unknown as BookingMailParameters;

async function composeBookingMail(deps: BookingMailDeps, mail: QueuedComposedMail): Promise<OutgoingMail | undefined> {
  const { kind, bookingId, token, message, waitingToken } = parametersOf(mail);
  const found = await readBooking(deps, mail.ownerId, bookingId);
  // After a crash the mail may have been sent.
  if (!found || !STATUSES_OF_MAIL[kind].includes(found.booking.status)) return undefined;
  if (found.booking.mailStatus !== 'pending') return undefined;
  const { booking, professional, settings } = found;
  if (found.isBlocked) return undefined;
  const { expiresAt, person } = booking;
  const now = deps.now();
  if (expiresAt && expiresAt <= now) return undefined;
  // A later mail has taken its place.
  if (token && !(await readLink(deps.public, token, now))) return undefined;
  const timeZone = timeZoneOf(professional.region);
  const link = token && linkAddress(deps.publicUrl, token);
  const { phone } = settings;
  const place = placeInWords(booking.modality, settings.place);
  const rendered = bookingMail(kind, {
    booking,
    professional: professional.name,
    timeZone,
    place,
    phone,
    link,
    message,
    deposit: found.deposit,
    leaveLink: waitingToken && linkAddress(deps.publicUrl, waitingToken),
    rightsLink: rightsAddress(deps.publicUrl, found.page, token),
  });
  const outgoing: OutgoingMail = {
    ...rendered,
    to: person.email,
    senderName: professional.name,
    replyTo: professional.email,
    listUnsubscribe: waitingToken && unsubscribeAddress(deps.publicUrl, waitingToken),
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
  await deps.tenantTransaction(ownerId, (tx) =>
    finishMail(tx, bookingId, { in: STATUSES_OF_MAIL[kind], as: outcome.status }),
  );
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
  const rendered = bookingNotice(kind, {
    booking,
    timeZone: timeZoneOf(professional.region),
    link: `${deps.publicUrl}/dashboard/reservas`,
  });
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
    const [booking, settings, deposit, page] = await Promise.all([
      findBooking(db, id, deps.cipher),
      readReminderSettings(db),
      depositOfBooking(db, id),
      findPageSlug(db),
    ]);
    if (!booking) return undefined;
    const isBlocked = await blockedWriters(db, [booking.person]);
    return { booking, professional, settings, deposit, page, isBlocked: isBlocked(booking.person, booking.createdAt) };
  });
}
