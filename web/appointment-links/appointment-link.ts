import { TEST_TOKEN } from '#contract/link-page';
import { answerVisit } from '#web/appointment-links/answer-visit.ts';
import { getAppointment } from '#web/appointment-links/link-requests.ts';
import { showEnded } from '#web/appointment-links/show-visit.ts';
import { announce, focusPart, onPress, setText, showViews, whileBusy } from '#web/patient-pages/parts.ts';
import type { Refusal } from '#web/patient-pages/requests.ts';
import { leadToRights } from '#web/patient-pages/rights-link.ts';

/** Fills in the page of a link and makes it answer. */
export function startAppointmentLink(token: string): void {
  if (token === TEST_TOKEN) {
    showViews('test');
    return;
  }
  leadToRights(token);
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
      showViews('failed');
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
