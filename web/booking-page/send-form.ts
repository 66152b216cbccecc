import type { BookingData } from '#web/booking-page/booking-data.ts';
import { book, getChallenge, joinList } from '#web/booking-page/booking-requests.ts';
import { checkPerson } from '#web/booking-page/check-person.ts';
import type { Done } from '#web/booking-page/done.ts';
import type { PersonForm } from '#web/booking-page/person-form.ts';
import { type DataPlace, type Place, placeAddress, type WaitingPlace } from '#web/booking-page/place.ts';
import { clearErrors, showErrors } from '#web/patient-pages/form-fields.ts';
import { todayIn } from '#web/patient-pages/hour-list.ts';
import { part, whileBusy } from '#web/patient-pages/parts.ts';
import { hideProblem } from '#web/patient-pages/problem.ts';
import { solveInBackground } from '#web/patient-pages/proof-of-work.ts';
import type { Refusal } from '#web/patient-pages/requests.ts';

type FormPlace = DataPlace | WaitingPlace;

interface Options {
  data: BookingData;
  form: PersonForm;
  succeed: (done: Done) => void;
  /** Somebody else has the hour. `isPerhapsOwn`: an earlier request for it may have arrived. */
  loseHour: (place: DataPlace, isPerhapsOwn: boolean) => void;
  explain: (error: unknown, repeat: () => void) => void;
}

/** Sends the form, as a booking or for the waiting list. */
export function createFormSender({ data: { slug, page }, form, succeed, loseHour, explain }: Options) {
  const button = part('send');
  let place: FormPlace | undefined;
  let sendSolved: ReturnType<typeof solveInBackground> | undefined;
  /** The hour of a request whose answer was lost. */
  let unanswered: string | undefined;

  async function send(to: FormPlace): Promise<void> {
    sendSolved ??= solveInBackground(() => getChallenge(slug));
    const serviceId = to.service._id;
    const { email } = form.values();
    const done = { service: to.service.name, email };
    if (to.step === 'waiting') {
      await sendSolved((altcha) => joinList(slug, { ...form.body(altcha), ...form.waiting(), serviceId }));
      succeed({ ...done, status: 'waiting' });
    } else {
      const reply = await sendSolved((altcha) => book(slug, { ...form.body(altcha), ...to.hour, serviceId }));
      succeed({ ...done, ...reply, hour: to.hour, deposit: to.service.deposit ?? undefined });
    }
  }

  function refuse(refusal: Refusal, to: FormPlace): void {
    const { code, details } = refusal;
    const hour = to.step === 'data' ? JSON.stringify(to.hour) : undefined;
    const isPerhapsOwn = unanswered === hour;
    // Without a code no answer came, so the server may have the booking.
    unanswered = code ? undefined : hour;
    // Whoever went back meanwhile is not told about a form that is not there any more.
    if (!place || placeAddress(place) !== placeAddress(to)) return;
    if (to.step === 'data' && code === 'SLOT_TAKEN') {
      loseHour(to, isPerhapsOwn);
      return;
    }
    // The first message about a field counts.
    const errors = Object.fromEntries(details.toReversed().map(({ field, message }) => [field, message]));
    if (showErrors(errors)) return;
    explain(refusal, () => {
      button.focus();
      submit();
    });
  }

  function submit(): void {
    const to = place;
    hideProblem();
    if (!to || showErrors(checkPerson(form.values(), todayIn(page.timeZone)))) return;
    clearErrors();
    void whileBusy(button, () => send(to).catch((error: Refusal) => refuse(error, to)));
  }

  part('form').addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });

  return {
    /** Where the page is now. The challenge is solved while the person fills in the form. */
    enter(next: Place): void {
      place = next.step === 'data' || next.step === 'waiting' ? next : undefined;
      if (place) sendSolved ??= solveInBackground(() => getChallenge(slug));
    },
  };
}
