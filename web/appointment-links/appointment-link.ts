import { TEST_TOKEN } from '#contract/link-page';
import { answerVisit } from '#web/appointment-links/answer-visit.ts';
import { getAppointment, getWaiting } from '#web/appointment-links/link-requests.ts';
import { showEnded } from '#web/appointment-links/show-visit.ts';
import { showWaiting } from '#web/appointment-links/show-waiting.ts';
import { showViews } from '#web/patient-pages/parts.ts';
import { onRetry, showFailure } from '#web/patient-pages/problem.ts';
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
      return explain(error as Refusal);
    }
  };
  const explain = ({ code, message }: Refusal): Promise<string | undefined> | string | undefined => {
    if (code === 'LINK_ENDED') return loadWaiting();
    showFailure(message);
    return undefined;
  };
  /** The link may be of somebody on a waiting list, who has no hour yet. */
  const loadWaiting = async (): Promise<string | undefined> => {
    try {
      showWaiting(token, await getWaiting(token));
      return 'waiting-heading';
    } catch (error) {
      if ((error as Refusal).code !== 'LINK_ENDED') return explain(error as Refusal);
      showEnded();
      return 'ended-heading';
    }
  };
  onRetry(load);
  void load();
}
