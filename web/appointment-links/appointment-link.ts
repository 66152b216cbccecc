import { TEST_TOKEN } from '#contract/link-page';
import { answerVisit } from '#web/appointment-links/answer-visit.ts';
import { getAppointment, type Refusal } from '#web/appointment-links/link-requests.ts';
import { announce, focusPart, onPress, setText, showEnded, showView, whileBusy } from '#web/appointment-links/parts.ts';

/** Fills in the page of a link and makes it answer. */
export function startAppointmentLink(token: string): void {
  if (token === TEST_TOKEN) {
    showView('test');
    return;
  }
  /** Returns the heading of what it shows, or undefined when that failed. */
  const load = async (): Promise<string | undefined> => {
    try {
      answerVisit(token, await getAppointment(token));
      return 'professional';
    } catch (error) {
      const { code, message } = error as Refusal;
      if (code === 'LINK_ENDED') {
        showEnded();
        return 'ended-heading';
      }
      showView('failed');
      setText('failure', message);
      announce(message);
      return undefined;
    }
  };
  const loadAgain = async (): Promise<void> => {
    const heading = await load();
    if (heading) focusPart(heading);
  };
  onPress('retry', (button) => void whileBusy(button, loadAgain));
  void load();
}
