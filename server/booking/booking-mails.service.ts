import { createLink } from '#server/links/links';
import { enqueueComposedMails, type OutboxDeps } from '#server/mail/outbox';
import type { OwnerTx } from '#server/platform/database/database';
import { listMessage } from '#server/reminders/messages.service';
import { storeMailStatus } from './booking-mails.store.ts';
import { createWaitingLink } from './waiting-link.service.ts';
import type { Waiting } from './waiting-list.store.ts';

/** What a mail tells the person who booked. */
export type BookingMailKind =
  | 'verify'
  | 'offer'
  | 'accepted'
  | 'rejected'
  | 'ended'
  /** The deposit was paid, and the professional has to answer. */
  | 'paid'
  /** The deposit was paid when the hour was gone. */
  | 'unplaced'
  | 'refunded';

/** The parameters of a queued mail to the person who booked. */
export interface BookingMailParameters {
  kind: BookingMailKind;
  bookingId: string;
  /** The secret of the link. Absent when nothing is left to link to. */
  token: string | undefined;
  /** What the professional wrote. */
  message: string | undefined;
  /** The secret of the link with which somebody who was offered an hour leaves the waiting list. */
  waitingToken: string | undefined;
  /** The message in the list of the appointment, once the booking is one. */
  reminderId: string | undefined;
}

interface QueuedBookingMail {
  kind: BookingMailKind;
  bookingId: string;
  message?: string | undefined;
  /** Until when the link of the mail works. Absent for a mail without one. */
  linkUntil?: Date;
  waitingToken?: string;
  /** Whose appointment the booking has become. */
  patientId?: string;
}

/** Queues a mail to the person who booked, with a link of its own. Does nothing where no mail is sent. */
export async function queueBookingMail(
  deps: OutboxDeps,
  tx: OwnerTx,
  { kind, bookingId, message, linkUntil, waitingToken, patientId }: QueuedBookingMail,
  at: Date,
): Promise<void> {
  if (!deps.sendsMail) return;
  const link = { appointmentId: bookingId, expiresAt: linkUntil ?? at, purpose: 'booking' } as const;
  const token = linkUntil && (await createLink(tx, link, at));
  const listed = patientId && { kind: 'booking' as const, patientId, appointmentId: bookingId };
  const reminderId = listed ? await listMessage(deps, tx, listed, at) : undefined;
  await storeMailStatus(tx, bookingId, 'pending');
  const parameters: BookingMailParameters = { kind, bookingId, token, message, waitingToken, reminderId };
  const byStranger = kind === 'verify';
  await enqueueComposedMails(deps, tx, [{ kind: 'booking-message', parameters: { ...parameters }, byStranger }], at);
}

/** The parameters of a queued mail to somebody who joined a waiting list. */
export interface JoinedMailParameters {
  kind: 'joined';
  waitingId: string;
  /** The secret of the link with which the person leaves the list. */
  token: string;
}

/** Queues the mail that tells an address that it is on a waiting list: a stranger may have typed it. */
export async function queueJoinedMail(deps: OutboxDeps, tx: OwnerTx, entry: Waits, at: Date): Promise<void> {
  if (!deps.sendsMail) return;
  const token = await createWaitingLink(tx, entry, at);
  const parameters: JoinedMailParameters = { kind: 'joined', waitingId: entry.id, token };
  await enqueueComposedMails(
    deps,
    tx,
    [{ kind: 'booking-message', parameters: { ...parameters }, byStranger: true }],
    at,
  );
}

type Waits = Pick<Waiting, 'id' | 'to'>;

/** What a mail tells the professional: that a request waits, that one ended without an answer, or that a deposit came late. */
export interface NoticeParameters {
  kind: 'requested' | 'ended' | 'unplaced';
  bookingId: string;
}

export const queueNotice = (deps: OutboxDeps, tx: OwnerTx, notice: NoticeParameters, at: Date): Promise<void> =>
  enqueueComposedMails(deps, tx, [{ kind: 'booking-notice', parameters: { ...notice } }], at);
