import type { LinkedAppointment } from '#contract/appointment-links';
import { linkAddress } from '#web/appointment-links/link-requests.ts';
import { part, setText, showView } from '#web/appointment-links/parts.ts';
import { dialAddress, isAwaited, zonedHour } from '#web/appointment-links/visit-texts.ts';

/** Fills in the visit and the buttons that it allows. */
export function showVisit(visit: LinkedAppointment, token: string, state: string): void {
  const { professional, patient, place = '', phone = '', canConfirm, canCancel, canMove, reminders } = visit;
  setText('professional', `Tu hora con ${professional}`);
  setText('patient', patient);
  setText('when', zonedHour(visit));
  setText('place', place);
  part('place-row').hidden = place === '';
  showPhone(phone);
  setText('state', state);
  part('confirm').hidden = !canConfirm;
  part('cancel').hidden = !canCancel;
  part('move').hidden = !canMove;
  part('late').hidden = !isAwaited(visit) || canCancel || visit.status === 'arrived';
  part('calendar').hidden = !isAwaited(visit);
  part<HTMLAnchorElement>('calendar').href = linkAddress(token, '/calendar');
  part('unsubscribe').hidden = !reminders;
  part('unsubscribed').hidden = reminders;
  showView('visit');
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

export function showProblem(message: string, canRepeat: boolean): void {
  part('again').hidden = !canRepeat;
  part('problem').hidden = false;
  // In this order: a screen reader announces what changes in the page, and not what was hidden.
  setText('problem-text', message);
  part('problem').scrollIntoView({ block: 'nearest' });
}

export function hideProblem(): void {
  part('problem').hidden = true;
  setText('problem-text', '');
}
