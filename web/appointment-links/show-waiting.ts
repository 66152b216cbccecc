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
export function showWaiting(token: string, waiting: LinkedWaiting): void {
  const { professional, serviceName = '', from, to, times, isToConfirm = false } = waiting;
  const days = from === to ? dayWithYear(from) : `del ${dayWithYear(from)} al ${dayWithYear(to)}`;
  showState(professional, isToConfirm);
  setText('waiting-service', serviceName);
  part('waiting-service-row').hidden = serviceName === '';
  setText('waiting-days', `${days}, ${TIMES[times]}`);
  onPress('join-list', (button) => void whileBusy(button, () => confirm(token, professional)));
  onPress('leave-list', (button) => void whileBusy(button, () => leave(token, professional)));
  showViews('waiting');
}

function showState(professional: string, isToConfirm: boolean): void {
  const list = `la lista de espera de ${professional}`;
  setText('waiting-heading', isToConfirm ? `¿Quieres estar en ${list}?` : `Estás en ${list}`);
  setText('waiting-text', isToConfirm ? `${WHEN_FREE} Confírmalo para que te avisemos.` : WHEN_FREE);
  part('join-list').hidden = !isToConfirm;
  setText('leave-list', isToConfirm ? 'No quiero estar en la lista' : 'Salir de la lista de espera');
}

const WHEN_FREE = 'Si se libera una hora que te sirva, te escribiremos para que puedas tomarla.';

async function confirm(token: string, professional: string): Promise<void> {
  setText('waiting-problem', '');
  try {
    await postAct(token, '/waiting');
    showState(professional, false);
    focusPart('waiting-heading');
  } catch (error) {
    refuse(error as Refusal);
  }
}

async function leave(token: string, professional: string): Promise<void> {
  setText('waiting-problem', '');
  try {
    await postAct(token, '/unsubscribe');
    setText('waiting-heading', `Saliste de la lista de espera de ${professional}`);
    setText('waiting-text', 'Ya no te avisaremos si se libera una hora.');
    part('waiting-facts').hidden = true;
    part('leave-list').hidden = true;
    part('join-list').hidden = true;
    focusPart('waiting-heading');
  } catch (error) {
    refuse(error as Refusal);
  }
}

function refuse({ code, message }: Refusal): void {
  if (code !== 'LINK_ENDED') {
    setText('waiting-problem', message);
    announce(message);
    return;
  }
  showEnded();
  focusPart('ended-heading');
}
