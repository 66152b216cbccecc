import type { BookingPage } from '#contract/booking';
import { depositNote } from '#web/booking-page/deposit-texts.ts';
import { pageTitle } from '#web/booking-page/page-title.ts';
import { type Place, placeAddress } from '#web/booking-page/place.ts';
import { zonedHour } from '#web/patient-pages/hour-texts.ts';
import { part, setText, showViews } from '#web/patient-pages/parts.ts';

type Step = Place['step'] | 'done';

/** A single service is not chosen, so it stays above the hours. */
const viewsFor = (step: Step, hasOneService: boolean): string[] => {
  if (step === 'service') return ['introduction', 'service'];
  if (step === 'hours') return hasOneService ? ['introduction', 'service', 'hours'] : ['hours'];
  return [step === 'done' ? 'done' : 'form'];
};

/** The part with the heading of a step. */
export const headingPart = (step: Step): string =>
  ({
    service: 'service-heading',
    hours: 'hours-heading',
    data: 'form-heading',
    waiting: 'form-heading',
    done: 'done-heading',
  })[step];

/** Shows a step, and its heading in the title of the document: the history of a browser lists titles. */
export function showStep(step: Step, { services, professional }: BookingPage): void {
  showViews(...viewsFor(step, services.length === 1));
  const title = pageTitle(professional);
  document.title = step === 'service' ? title : `${part(headingPart(step)).textContent} · ${title}`;
}

/** Fills in what a step says about the service and the hour. */
export function fillIn(place: Place, page: BookingPage): void {
  if (place.step === 'service') return;
  const { service } = place;
  // The card of the service has its price and modality in words.
  const facts = document.querySelector(`[data-service="${service._id}"] [data-facts]`)?.textContent ?? '';
  setText('hours-service', page.services.length === 1 ? '' : `${service.name} · ${facts}`);
  part<HTMLAnchorElement>('waiting-link').href = placeAddress({ step: 'waiting', service });
  part<HTMLAnchorElement>('back-to-hours').href = placeAddress({ step: 'hours', service });
  if (place.step === 'hours') return;
  const isWaiting = place.step === 'waiting';
  setText('form-heading', isWaiting ? 'Avísame si se libera una hora' : 'Tus datos');
  setText('form-service', `${service.name} · ${facts}`);
  setText('form-hour', isWaiting ? '' : zonedHour({ ...place.hour, timeZone: page.timeZone }));
  part('waiting-fields').hidden = !isWaiting;
  const asked = isWaiting ? null : service.deposit;
  setText('deposit-note', asked === null ? '' : depositNote(asked, page));
  // The payment confirms the booking, in place of the mail.
  setText('booking-note', isWaiting || asked !== null ? '' : (part('booking-note').dataset.text ?? ''));
  setText('waiting-note', isWaiting ? (part('waiting-note').dataset.text ?? '') : '');
  const send = part('send');
  const { waiting, deposit, booking } = send.dataset;
  send.textContent = (isWaiting ? waiting : asked === null ? booking : deposit) ?? '';
}
