import type { FreeHours, LinkedAppointment } from '#contract/appointment-links';
import { addDays } from '#contract/days';
import { MAX_DAYS_AHEAD } from '#contract/link-page';
import { createPaymentWatch } from '#web/appointment-links/await-payment.ts';
import { isUnplaced, returnText } from '#web/appointment-links/deposit-texts.ts';
import { getAppointment, getFreeHours, postAct } from '#web/appointment-links/link-requests.ts';
import { createPanels } from '#web/appointment-links/panels.ts';
import { showEnded, showVisit } from '#web/appointment-links/show-visit.ts';
import { cancelledText, isReserved, isUndecided, moveTexts, stateText } from '#web/appointment-links/visit-texts.ts';
import { addDaysToList, nextPeriod, periodFrom, todayIn } from '#web/patient-pages/hour-list.ts';
import { type Hour, zonedHour } from '#web/patient-pages/hour-texts.ts';
import { focusPart, onPress, part, setText, whileBusy } from '#web/patient-pages/parts.ts';
import { hideProblem, showProblem } from '#web/patient-pages/problem.ts';
import type { Refusal } from '#web/patient-pages/requests.ts';

/** These refusals say that the visit is no longer as the page shows it. */
const OUTDATED: readonly (string | undefined)[] = [
  'CANCEL_TOO_LATE',
  'MOVE_NOT_ALLOWED',
  'APPOINTMENT_OVER',
  'APPOINTMENT_CHANGED',
  'DEPOSIT_ENDED',
];

type Act = () => Promise<void>;

/** Shows a visit, and does what the patient presses. */
export function answerVisit(token: string, loaded: LinkedAppointment): void {
  const panels = createPanels();
  let visit = loaded;
  let period = periodFrom(todayIn(visit.timeZone));
  let chosen: Hour | undefined;
  let repeat: (() => void) | undefined;
  let isBusy = false;
  const payment = createPaymentWatch({
    load: () => getAppointment(token),
    isIdle: () => !isBusy && panels.isClosed(),
    show: (next) => {
      const isPaid = next.deposit?.status === 'paid';
      show(next, isPaid ? `Listo, recibimos tu abono. ${stateText(next)}` : stateText(next));
    },
  });

  /** `result` says what the patient has just done. */
  function show(next: LinkedAppointment, result = ''): void {
    visit = next;
    showVisit(visit, token, result || stateText(visit));
    panels.open('actions');
    if (result) focusPart('state');
    payment.follow(visit);
  }

  /** Runs one request at a time. A failure leaves the page as it is, and offers the same again. */
  async function run(act: Act, button: HTMLElement): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    part('content').setAttribute('aria-busy', 'true');
    hideProblem();
    repeat = () => {
      // The button to repeat disappears while the request runs.
      button.focus();
      void run(act, button);
    };
    await whileBusy(button, () => act().catch(explain));
    part('content').removeAttribute('aria-busy');
    isBusy = false;
  }

  async function explain(refusal: Refusal): Promise<void> {
    const { code, message } = refusal;
    if (code === 'LINK_ENDED') {
      showEnded();
      focusPart('ended-heading');
    } else if (code === 'SLOT_TAKEN') {
      await loadHours().then(() => showProblem('Esa hora se acaba de ocupar. Elige otra.', false), explain);
    } else if (OUTDATED.includes(code)) await showAgain(refusal);
    else showProblem(message, true);
  }

  /** Shows the visit as it is now. A visit that is over says so itself. */
  async function showAgain({ code, message }: Refusal): Promise<void> {
    const next = await getAppointment(token).catch(() => undefined);
    if (next) show(next);
    if (!next || code !== 'APPOINTMENT_OVER') showProblem(message, false);
    if (next) focusPart(code === 'APPOINTMENT_CHANGED' ? 'when' : 'state');
  }

  type Result = (visit: LinkedAppointment) => string;
  const answer = (act: string, result: Result, body: () => object) => (button: HTMLElement) =>
    void run(async () => {
      const next = await postAct<LinkedAppointment>(token, act, body());
      show(next, result(next));
    }, button);

  async function stopReminders(): Promise<void> {
    await postAct(token, '/unsubscribe');
    show({ ...visit, reminders: false }, `Listo, no recibirás más recordatorios. ${stateText(visit)}`);
  }

  /** The days after those that are shown. */
  const laterDays = () => nextPeriod(period, addDays(todayIn(visit.timeZone), MAX_DAYS_AHEAD));

  /** Opens the first of the days that is not before `openDay`, and returns what opens and closes the first day. */
  function showDays(days: readonly FreeHours[], openDay = ''): HTMLElement | undefined {
    const added = addDaysToList(days, visit.timeZone, choose);
    const [first] = added;
    const wanted = days.findIndex(({ date }) => date >= openDay);
    added[Math.max(wanted, 0)]?.setAttribute('open', '');
    setText('no-hours', part('days').childElementCount === 0 ? 'No hay horas libres en estos días.' : '');
    part('more-days').hidden = !laterDays();
    return first?.querySelector('summary') ?? undefined;
  }

  async function loadHours(): Promise<void> {
    period = periodFrom(todayIn(visit.timeZone));
    const days = await getFreeHours(token, period);
    part('days').replaceChildren();
    showDays(days, chosen?.date);
    panels.open('hours', 'hours-heading');
  }

  async function loadMoreHours(): Promise<void> {
    const next = laterDays();
    if (!next) return;
    const days = await getFreeHours(token, next);
    period = next;
    (showDays(days) ?? part('hours-heading')).focus();
  }

  function choose(hour: Hour): void {
    chosen = hour;
    setText('chosen-heading', `${moveTexts(visit).question} ${zonedHour({ ...visit, ...hour })}?`);
    panels.open('chosen', 'chosen-heading');
  }

  /** The server refuses an answer to an hour that the patient has not seen. */
  const seenHour = () => ({ date: visit.date, time: visit.time });
  const reason = () => ({ reason: part<HTMLTextAreaElement>('reason').value });

  onPress('again', () => repeat?.());
  onPress(
    'confirm',
    answer(
      '/confirm',
      (next) =>
        isReserved(next) || isUndecided(next) ? `Listo. ${stateText(next)}` : 'Listo, confirmaste tu asistencia.',
      seenHour,
    ),
  );
  onPress('cancel', () => panels.open('cancel', 'cancel-heading'));
  onPress('keep', () => panels.open('actions', 'cancel'));
  onPress(
    'cancel-visit',
    answer('/cancel', cancelledText, () => ({ ...seenHour(), ...reason() })),
  );
  onPress('move', (button) => void run(loadHours, button));
  onPress('more-days', (button) => void run(loadMoreHours, button));
  onPress('leave-hours', () => panels.open('actions', 'move'));
  onPress(
    'move-visit',
    answer(
      '/move',
      (next) =>
        isUnplaced(visit)
          ? `Listo, ${isUndecided(next) ? 'pediste la hora del' : 'tu hora es el'} ${zonedHour(next)}. ${stateText(next)}`
          : `Listo, cambiaste tu hora. Ahora es el ${zonedHour(next)}. ${stateText(next)}`,
      () => ({ ...chosen }),
    ),
  );
  onPress('other-hour', () => panels.open('hours', 'hours-heading'));
  onPress('refund', () => panels.open('refund', 'refund-heading'));
  onPress('keep-deposit', () => panels.open('actions', 'refund'));
  onPress(
    'refund-deposit',
    answer(
      '/refund',
      ({ deposit }) => `Listo. ${deposit ? returnText(deposit) : ''}`,
      () => ({}),
    ),
  );
  onPress('unsubscribe', () => panels.open('unsubscribe', 'unsubscribe-heading'));
  onPress('keep-reminders', () => panels.open('actions', 'unsubscribe'));
  onPress('stop-reminders', (button) => void run(stopReminders, button));
  show(visit);
}
