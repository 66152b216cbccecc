import { readBookingData } from '#web/booking-page/booking-data.ts';
import { getHours } from '#web/booking-page/booking-requests.ts';
import { createDoneStep, type Done } from '#web/booking-page/done.ts';
import { createHoursList } from '#web/booking-page/hours-list.ts';
import { takenText, unavailableText } from '#web/booking-page/hours-texts.ts';
import { createPersonForm } from '#web/booking-page/person-form.ts';
import { type DataPlace, type Place, placeAddress, readPlace } from '#web/booking-page/place.ts';
import { createFormSender } from '#web/booking-page/send-form.ts';
import { fillIn, headingPart, showStep } from '#web/booking-page/show-place.ts';
import { clearErrors } from '#web/patient-pages/form-fields.ts';
import { announce, focusPart, onPress, part, setText } from '#web/patient-pages/parts.ts';
import { hideProblem, showProblem } from '#web/patient-pages/problem.ts';
import type { Refusal } from '#web/patient-pages/requests.ts';

/** Makes the page answer: service, hour, data, done. Each step has an address, so Back and a reload keep to it. */
export function startBooking(): void {
  const data = readBookingData();
  const { slug, page } = data;
  let place: Place = { step: 'service' };
  /** The day that is open when the hours are shown again. */
  let openDay: string | undefined;
  let repeat: () => void = () => undefined;
  /** Said on the step that the browser is going back to. */
  let noticeAfterBack = '';

  function explain(error: unknown, again: () => void): void {
    const { code, message } = error as Refusal;
    repeat = again;
    if (code === 'NOT_FOUND') showProblem('Este servicio ya no se puede reservar en línea. Recarga la página.', false);
    else showProblem(message, !FINAL.includes(code));
  }

  const hours = createHoursList({
    data,
    explain,
    choose: (hour) => {
      if (place.step === 'hours') go({ step: 'data', service: place.service, hour });
    },
  });
  const doneStep = createDoneStep({ data, explain });
  const form = createPersonForm(data);
  const sender = createFormSender({
    data,
    form,
    explain,
    loseHour: (at, isPerhapsOwn) => loseHour(at, takenText(page, isPerhapsOwn)),
    succeed,
  });

  function show(next: Place): void {
    place = next;
    hideProblem();
    clearErrors();
    setText('notice', '');
    fillIn(place, page);
    showStep(place.step, page);
    if (place.step === 'data') openDay = place.hour.date;
    sender.enter(place);
  }

  /** The heading has the focus before the hours are there, which then take it. */
  function enter(next: Place, notice = ''): void {
    show(next);
    focusPart(headingPart(next.step));
    setText('notice', notice);
    announce(notice);
    showHours();
  }

  function showHours(): void {
    if (place.step === 'hours') hours.show({ service: place.service, openDay });
  }

  function go(next: Place): void {
    history.pushState({ previous: placeAddress(place) }, '', location.pathname + placeAddress(next));
    enter(next);
    scrollTo(0, 0);
  }

  /** Leads to the other hours. When they are the step before, two entries of the history would be the same. */
  function loseHour({ service }: DataPlace, notice: string): void {
    const next: Place = { step: 'hours', service };
    if (history.state?.previous === placeAddress(next)) {
      noticeAfterBack = notice;
      history.back();
      return;
    }
    history.replaceState({}, '', location.pathname + placeAddress(next));
    enter(next, notice);
  }

  function showDone(done: Done): void {
    hideProblem();
    doneStep.show(done);
    showStep('done', page);
  }

  function succeed(done: Done): void {
    form.clear();
    history.replaceState({ done }, '', '?enviada');
    showDone(done);
    focusPart('done-heading');
    scrollTo(0, 0);
  }

  /** An address that was kept or loaded again may name an hour that somebody else has. */
  async function checkHour(at: DataPlace): Promise<void> {
    const { date, time } = at.hour;
    const days = await getHours(slug, at.service._id, { from: date, to: date });
    const isFree = days.some((day) => day.date === date && day.times.includes(time));
    if (!isFree && place === at) loseHour(at, unavailableText(form.hasTyped()));
  }

  function open(): void {
    const done: Done | undefined = history.state?.done;
    if (done) showDone(done);
    else show(readPlace(location.search, page.services));
  }

  onPress('again', () => repeat());
  part('content').addEventListener('click', (event) => {
    const link = followedLink(event);
    if (!link) return;
    event.preventDefault();
    go(readPlace(new URL(link.href).search, page.services));
  });
  window.onpopstate = () => {
    const notice = noticeAfterBack;
    noticeAfterBack = '';
    open();
    if (history.state?.done) focusPart('done-heading');
    else enter(place, notice);
  };

  function checkAddress(at: Place): void {
    // Without an answer the booking itself will tell.
    if (at.step === 'data') checkHour(at).catch(() => undefined);
  }

  open();
  if (!history.state?.done) {
    showHours();
    checkAddress(place);
  }
}

/** To repeat these requests changes nothing. */
const FINAL: readonly (string | undefined)[] = ['TOO_MANY_BOOKINGS', 'TOO_MANY_WAITING', 'WAITING_LIST_FULL'];

/** A link between two steps, unless it is opened in another tab. */
function followedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-step]');
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  return link && isPlain ? link : undefined;
}
