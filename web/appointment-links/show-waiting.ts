import type { LinkedWaiting } from '#contract/appointment-links';
import { postAct } from '#web/appointment-links/link-requests.ts';
import { showEnded } from '#web/appointment-links/show-visit.ts';
import { dayWithYear } from '#web/patient-pages/hour-texts.ts';
import { announce, focusPart, onPress, part, setText, showViews, whileBusy } from '#web/patient-pages/parts.ts';
import type { Refusal } from '#web/patient-pages/requests.ts';

const TIMES: Record<LinkedWaiting['times'], string> = {
  any: 'a cualquier hora',
  morning: 'en la mañana',
  afternoon: 'en la tarde',
};

/** Shows what somebody waits for, and lets them leave the list. Nothing changes before they press. */
export function showWaiting(token: string, { professional, serviceName = '', from, to, times }: LinkedWaiting): void {
  const days = from === to ? dayWithYear(from) : `del ${dayWithYear(from)} al ${dayWithYear(to)}`;
  setText('waiting-heading', `Estás en la lista de espera de ${professional}`);
  setText('waiting-service', serviceName);
  part('waiting-service-row').hidden = serviceName === '';
  setText('waiting-days', `${days}, ${TIMES[times]}`);
  onPress('leave-list', (button) => void whileBusy(button, () => leave(token, professional)));
  showViews('waiting');
}

async function leave(token: string, professional: string): Promise<void> {
  setText('waiting-problem', '');
  try {
    await postAct(token, '/unsubscribe');
    setText('waiting-heading', `Saliste de la lista de espera de ${professional}`);
    setText('waiting-text', 'Ya no te avisaremos si se libera una hora.');
    part('waiting-facts').hidden = true;
    part('leave-list').hidden = true;
    focusPart('waiting-heading');
  } catch (error) {
    const { code, message } = error as Refusal;
    if (code !== 'LINK_ENDED') {
      setText('waiting-problem', message);
      announce(message);
      return;
    }
    showEnded();
    focusPart('ended-heading');
  }
}
