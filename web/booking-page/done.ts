import type { BookingData } from '#web/booking-page/booking-data.ts';
import { resend } from '#web/booking-page/booking-requests.ts';
import { unpaidTexts } from '#web/booking-page/deposit-texts.ts';
import { reviewsBookings } from '#web/booking-page/reviews-bookings.ts';
import { isEmail } from '#web/patient-pages/check-identity.ts';
import { deadlineText, type Hour, zonedHour } from '#web/patient-pages/hour-texts.ts';
import { announce, focusPart, onPress, part, setText, whileBusy } from '#web/patient-pages/parts.ts';
import { hideProblem, showProblem } from '#web/patient-pages/problem.ts';
import type { Refusal } from '#web/patient-pages/requests.ts';

/** What somebody has done. It stays in the history of the tab, so that the page can be loaded again. */
export interface Done {
  status: 'unverified' | 'requested' | 'unpaid' | 'waiting';
  service: string;
  email: string;
  hour?: Hour;
  expiresAt?: string | undefined;
  /** Only when the hour is not kept for the person. */
  holdsHour?: false | undefined;
  bookingKey?: string | undefined;
  /** Where the deposit is paid, and how much it is. Only for an unpaid booking. */
  paymentUrl?: string | undefined;
  deposit?: number | undefined;
}

const HEADINGS: Record<Done['status'], string> = {
  unverified: 'Revisa tu correo',
  requested: 'Solicitud enviada',
  unpaid: 'Paga el abono',
  waiting: 'Estás en la lista de espera',
};
const WAITING_TO_CONFIRM = 'Revisa tu correo';

interface Options {
  data: BookingData;
  explain: (error: unknown, repeat: () => void) => void;
}

/** Shows what somebody has done, and sends the mail again. */
export function createDoneStep({ data: { page }, explain }: Options) {
  const { name } = page.professional;
  const email = part<HTMLInputElement>('corrected-email');
  let done: Done | undefined;

  function texts({ status, email, expiresAt, holdsHour, deposit = 0 }: Done): [string, string] {
    if (status === 'waiting') {
      return page.confirmsByMail
        ? [
            `Te enviamos un correo a ${email}. Confirma con su enlace que quieres estar en la lista.`,
            'Si después se libera una hora, te escribiremos con un enlace para tomarla.',
          ]
        : [`Si se libera una hora, ${name} se comunicará contigo.`, ''];
    }
    const deadline = expiresAt ? deadlineText(new Date(expiresAt), page.timeZone) : '';
    if (status === 'unpaid') return unpaidTexts({ deposit, deadline, email }, page);
    if (status === 'requested' && holdsHour === false) {
      return [
        `${name} revisará tu solicitud y te responderá por correo o teléfono.`,
        `Por ahora no podemos guardar la hora para ti: si alguien la toma antes, ${name} tendrá que proponerte otra.`,
      ];
    }
    if (status === 'requested') {
      return [
        `${name} revisará tu solicitud y te responderá por correo o teléfono.`,
        deadline && `Si no la responde antes del ${deadline}, la solicitud termina y la hora queda libre.`,
      ];
    }
    const after = reviewsBookings(page) ? ` Después, ${name} revisará tu solicitud.` : '';
    return [
      `Te enviamos un correo a ${email}.`,
      `Confirma antes del ${deadline} con el enlace del correo: hasta entonces guardamos la hora para ti.${after}`,
    ];
  }

  function show(next: Done): void {
    done = next;
    const [what, then] = texts(next);
    const isToConfirm = next.status === 'waiting' && page.confirmsByMail;
    setText('done-heading', isToConfirm ? WAITING_TO_CONFIRM : HEADINGS[next.status]);
    setText('done-text', what);
    setText('done-next', then);
    setText('done-service', next.service);
    setText('done-hour', next.hour ? zonedHour({ ...next.hour, timeZone: page.timeZone }) : '');
    part('done-hour-row').hidden = !next.hour;
    part('unverified-actions').hidden = next.status !== 'unverified';
    showPayment(next);
    closeCorrection();
  }

  function showPayment({ status, paymentUrl }: Done): void {
    part('pay-actions').hidden = status !== 'unpaid' || !paymentUrl;
    if (!paymentUrl) return;
    const pay = part<HTMLAnchorElement>('pay');
    pay.href = paymentUrl;
    // A page of payments refuses to be shown in the frame of another site.
    if (window.parent === window) return;
    pay.target = '_blank';
    setText('pay-note', 'Se abre otra ventana con la página de Mercado Pago.');
  }

  function closeCorrection(): void {
    part('correction').hidden = true;
    part('resend-actions').hidden = false;
    setText('corrected-email-error', '');
    email.removeAttribute('aria-invalid');
  }

  async function sendAgain(body: { email?: string }): Promise<void> {
    if (!done?.bookingKey) return;
    const { expiresAt } = await resend(done.bookingKey, body);
    show({ ...done, email: body.email ?? done.email, expiresAt });
    history.replaceState({ ...history.state, done }, '');
    focusPart('done-text');
    announce(`Enviamos el correo otra vez, a ${done.email}.`);
  }

  function run(button: HTMLElement, body: { email?: string }): void {
    hideProblem();
    void whileBusy(button, () => sendAgain(body).catch((error: Refusal) => refuse(error, () => repeat(button, body))));
  }

  function repeat(button: HTMLElement, body: { email?: string }): void {
    button.focus();
    run(button, body);
  }

  function refuse(refusal: Refusal, again: () => void): void {
    // The booking was confirmed or has ended, in another window or by its deadline.
    if (refusal.code === 'LINK_ENDED') showProblem('Esta reserva ya fue confirmada o ya terminó.', false);
    else if (refusal.code === 'BOOKING_RESENT_TOO_OFTEN') endResending(refusal.message);
    else explain(refusal, again);
  }

  /** The pressed button disappears. */
  function endResending(message: string): void {
    closeCorrection();
    part('resend-actions').hidden = true;
    focusPart('done-text');
    const deadline = deadlineText(new Date(done?.expiresAt ?? ''), page.timeZone);
    showProblem(`${message} Guardamos la hora para ti hasta el ${deadline}.`, false);
  }

  onPress('resend', (button) => run(button, {}));
  onPress('correct', () => {
    hideProblem();
    part('correction').hidden = false;
    part('resend-actions').hidden = true;
    email.value = done?.email ?? '';
    email.focus();
    email.select();
  });
  onPress('keep-email', () => {
    hideProblem();
    closeCorrection();
    focusPart('correct');
  });
  part('correction').addEventListener('submit', (event) => {
    event.preventDefault();
    const isRight = isEmail(email.value);
    setText('corrected-email-error', isRight ? '' : 'Escribe un correo válido');
    email.setAttribute('aria-invalid', String(!isRight));
    if (isRight) run(part('send-corrected'), { email: email.value.trim() });
    else email.focus();
  });
  return { show };
}
