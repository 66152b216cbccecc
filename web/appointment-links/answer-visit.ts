import type { LinkedAppointment } from '#contract/appointment-links';
import { hourInWords } from '#contract/reminder-message';
import { addDaysToList, clearDays, firstPeriod, type Hour, nextPeriod } from '#web/appointment-links/choose-hour.ts';
import { getAppointment, getFreeHours, post, type Refusal } from '#web/appointment-links/link-requests.ts';
import { focusPart, onPress, type Panel, part, setText, showPanel, showView } from '#web/appointment-links/parts.ts';
import { hideProblem, showProblem, showVisit } from '#web/appointment-links/show-visit.ts';
import { otherHourText, stateText } from '#web/appointment-links/visit-texts.ts';

/** These refusals say that the visit is no longer as the page shows it. */
const OUTDATED: readonly (string | undefined)[] = ['CANCEL_TOO_LATE', 'MOVE_NOT_ALLOWED', 'APPOINTMENT_OVER'];

/** Shows a visit, and does what the patient presses. */
export function answerVisit(token: string, loaded: LinkedAppointment): void {
  let visit = loaded;
  let period = firstPeriod(visit, new Date());
  let chosen: Hour | undefined;
  let repeat: (() => void) | undefined;
  let isBusy = false;

  /** `result` says what the patient has just done. */
  function show(next: LinkedAppointment, result = ''): void {
    visit = next;
    showVisit(visit, token, result || stateText(visit));
    openPanel('actions');
    if (result) focusPart('state');
  }

  function openPanel(panel: Panel, focused?: string): void {
    hideProblem();
    showPanel(panel);
    if (focused) focusPart(focused);
  }

  /** Runs one request at a time. A failure leaves the page as it is, and offers the same again. */
  async function run(act: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    part('content').setAttribute('aria-busy', 'true');
    hideProblem();
    await act().catch((error: Refusal) => explain(error, act));
    part('content').removeAttribute('aria-busy');
    isBusy = false;
  }

  async function explain({ code, message }: Refusal, act: () => Promise<void>): Promise<void> {
    repeat = () => void run(act);
    if (code === 'LINK_ENDED') showView('ended');
    else if (code === 'SLOT_TAKEN') {
      await loadHours().then(
        () => showProblem('Esa hora se acaba de ocupar. Elige otra.', false),
        (error: Refusal) => explain(error, loadHours),
      );
    } else {
      const isOutdated = OUTDATED.includes(code);
      if (isOutdated)
        await getAppointment(token).then(
          (next) => show(next),
          () => undefined,
        );
      showProblem(message, !isOutdated);
    }
  }

  type Result = (visit: LinkedAppointment) => string;
  const answer = (act: string, result: Result, body?: () => object) => () =>
    void run(async () => {
      const next = await post<LinkedAppointment>(token, act, body?.());
      show(next, result(next));
    });

  async function stopReminders(): Promise<void> {
    await post(token, '/unsubscribe');
    show({ ...visit, reminders: false }, `Listo, no recibirás más recordatorios. ${stateText(visit)}`);
  }

  async function loadHours(): Promise<void> {
    period = firstPeriod(visit, new Date());
    const days = await getFreeHours(token, period);
    clearDays();
    addDaysToList(days, choose);
    part('more-days').hidden = !nextPeriod(visit, period, new Date());
    openPanel('hours', 'hours-heading');
  }

  async function loadMoreHours(): Promise<void> {
    const next = nextPeriod(visit, period, new Date());
    if (!next) return;
    const added = addDaysToList(await getFreeHours(token, next), choose);
    period = next;
    part('more-days').hidden = !nextPeriod(visit, period, new Date());
    (added ?? part('hours-heading')).focus();
  }

  function choose(hour: Hour): void {
    chosen = hour;
    setText('chosen-heading', `¿Cambiar tu hora al ${hourInWords(hour)}?`);
    openPanel('chosen', 'chosen-heading');
  }

  const reason = () => ({ reason: part<HTMLTextAreaElement>('reason').value });

  onPress('again', () => repeat?.());
  onPress(
    'confirm',
    answer('/confirm', () => 'Listo, confirmaste tu asistencia.'),
  );
  onPress('cancel', () => openPanel('cancel', 'cancel-heading'));
  onPress('keep', () => openPanel('actions', 'cancel'));
  onPress(
    'cancel-visit',
    answer('/cancel', ({ professional }) => `Listo, cancelaste la hora. ${otherHourText(professional)}`, reason),
  );
  onPress('move', () => void run(loadHours));
  onPress('more-days', () => void run(loadMoreHours));
  onPress('leave-hours', () => openPanel('actions', 'move'));
  onPress(
    'move-visit',
    answer(
      '/move',
      (next) => `Listo, cambiaste tu hora. ${stateText(next)}`,
      () => ({ ...chosen }),
    ),
  );
  onPress('other-hour', () => openPanel('hours', 'hours-heading'));
  onPress('unsubscribe', () => openPanel('unsubscribe', 'unsubscribe-heading'));
  onPress('keep-reminders', () => openPanel('actions', 'unsubscribe'));
  onPress('stop-reminders', () => void run(stopReminders));
  show(visit);
}
