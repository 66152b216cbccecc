import type { LinkedAppointment } from '#contract/appointment-links';
import { placeInWords } from '#contract/place';
import { depositFact, isUnpaid, isUnplaced } from '#web/appointment-links/deposit-texts.ts';
import { linkAddress } from '#web/appointment-links/link-requests.ts';
import {
  canBookAgain,
  cancelTexts,
  dialAddress,
  headingText,
  isAwaited,
  isReserved,
  isUndecided,
  moveTexts,
} from '#web/appointment-links/visit-texts.ts';
import { zonedHour } from '#web/patient-pages/hour-texts.ts';
import { announce, part, setText, showViews } from '#web/patient-pages/parts.ts';
import { PATHS } from '#web/platform/paths.ts';

/** Fills in the visit and the buttons that it allows. */
export function showVisit(visit: LinkedAppointment, token: string, state: string): void {
  const { patient, phone = '', canConfirm, canCancel, canMove, isBookingToConfirm, isOffer, reminders } = visit;
  const isBooking = isUndecided(visit);
  setText('professional', headingText(visit));
  setText('patient', patient);
  setText('when', isUnplaced(visit) ? `${zonedHour(visit)} (ya no está libre)` : zonedHour(visit));
  const place = placeInWords(visit.modality, visit.place ?? '');
  setText('place', place);
  part('place-row').hidden = place === '';
  showPhone(phone);
  showDeposit(visit);
  showBookAgain(visit);
  setText('state', state);
  const confirmBooking = isOffer ? 'Tomar esta hora' : 'Confirmar mi hora';
  setText('confirm', isBookingToConfirm ? confirmBooking : 'Confirmar asistencia');
  part('confirm').hidden = !canConfirm && !isBookingToConfirm;
  fillInCancelPanel(visit);
  part('cancel').hidden = !canCancel;
  fillInMovePanel(visit);
  part('move').hidden = !canMove;
  part('late').hidden = isBooking || !isAwaited(visit) || canCancel || visit.status === 'arrived';
  part('calendar').hidden = isBooking || !isAwaited(visit);
  part<HTMLAnchorElement>('calendar').href = linkAddress(token, '/calendar');
  part('unsubscribe').hidden = !reminders;
  // The link of a booking does not say whether its person gets reminders, and a cancelled visit does not tell its link.
  part('unsubscribed').hidden = reminders || isBooking || isReserved(visit) || visit.status === 'cancelled';
  showViews('visit');
}

function showBookAgain(visit: LinkedAppointment): void {
  const link = part<HTMLAnchorElement>('book-again');
  link.hidden = !canBookAgain(visit);
  if (visit.bookingSlug) link.href = PATHS.booking.replace(':slug', visit.bookingSlug);
}

function showDeposit(visit: LinkedAppointment): void {
  const fact = depositFact(visit, isAwaited(visit));
  setText('deposit', fact);
  part('deposit-row').hidden = fact === '';
  const pay = part<HTMLAnchorElement>('pay');
  const address = isUnpaid(visit) ? visit.deposit?.paymentUrl : undefined;
  pay.hidden = address === undefined;
  if (address) pay.href = address;
  part('refund').hidden = !isUnplaced(visit);
}

function fillInMovePanel(visit: LinkedAppointment): void {
  const { button, yes, busy, no } = moveTexts(visit);
  setText('move', button);
  setText('move-visit', yes);
  part('move-visit').dataset.busy = busy;
  setText('leave-hours', no);
}

function fillInCancelPanel(visit: LinkedAppointment): void {
  const { button, heading, text, yes, no, busy } = cancelTexts(visit);
  setText('cancel', button);
  setText('cancel-heading', heading);
  setText('cancel-text', text);
  setText('cancel-visit', yes);
  part('cancel-visit').dataset.busy = busy;
  setText('keep', no);
  // The professional reads the reason with the appointment.
  part('reason-field').hidden = isUndecided(visit);
}

function showPhone(phone: string): void {
  part('phone-row').hidden = phone === '';
  part('late-phone').hidden = phone === '';
  part('late-no-phone').hidden = phone !== '';
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-phone]')) {
    link.textContent = phone;
    link.href = dialAddress(phone);
  }
}

/** A link that has ended takes the place of the page. */
export function showEnded(): void {
  showViews('ended');
  announce(part('ended-heading').textContent);
}
