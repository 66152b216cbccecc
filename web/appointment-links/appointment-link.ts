import { TEST_TOKEN } from '#contract/link-page';
import { answerVisit } from '#web/appointment-links/answer-visit.ts';
import { getAppointment, type Refusal } from '#web/appointment-links/link-requests.ts';
import { onPress, setText, showView } from '#web/appointment-links/parts.ts';

/** Fills in the page of a link and makes it answer. */
export function startAppointmentLink(token: string): void {
  if (token === TEST_TOKEN) {
    showView('test');
    return;
  }
  const load = async () => {
    try {
      answerVisit(token, await getAppointment(token));
    } catch (error) {
      const { code, message } = error as Refusal;
      setText('failure', message);
      showView(code === 'LINK_ENDED' ? 'ended' : 'failed');
    }
  };
  onPress('retry', () => void load());
  void load();
}
