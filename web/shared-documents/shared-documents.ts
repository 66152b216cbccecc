import { dayIn } from '#contract/days';
import type { SharedLink } from '#contract/shares';
import { birthDateFrom, checkBirthDate } from '#web/patient-pages/check-birth-date.ts';
import { field, showErrors } from '#web/patient-pages/form-fields.ts';
import { todayIn } from '#web/patient-pages/hour-list.ts';
import { dayWithYear, readerZone } from '#web/patient-pages/hour-texts.ts';
import { announce, focusPart, onPress, part, setText, showViews, whileBusy } from '#web/patient-pages/parts.ts';
import { hideProblem, onRetry, showFailure, showProblem } from '#web/patient-pages/problem.ts';
import type { Refusal } from '#web/patient-pages/requests.ts';
import { leadToRights } from '#web/patient-pages/rights-link.ts';
import { startBirthDate } from '#web/patient-pages/start-birth-date.ts';
import { isOver, type KeptList, keepList, listFrom, readKeptList } from '#web/shared-documents/kept-list.ts';
import { getLink, openLink } from '#web/shared-documents/share-requests.ts';
import { showDocuments } from '#web/shared-documents/show-documents.ts';

const FIRST_REASON = 'Para proteger tus documentos, escribe la fecha de nacimiento de la persona que se atendió.';
const LATER_REASON = 'Cerramos la lista para proteger tus documentos. Para verla de nuevo, escribe la fecha otra vez.';

const today = (): string => todayIn(readerZone());

/** Fills in the page of a link and makes it answer. */
export function startSharedDocuments(token: string): void {
  let shown: KeptList | undefined;
  let closing: ReturnType<typeof setTimeout> | undefined;

  function showList(list: KeptList): void {
    shown = list;
    keepList(list);
    clearTimeout(closing);
    closing = setTimeout(closeWhenOver, list.until - Date.now());
    showDocuments(token, list.ticket, list.documents);
    showViews('documents');
  }

  /** Timers stop while a telephone sleeps, so the page also checks on its return. */
  function closeWhenOver(): void {
    if (!shown || !isOver(shown)) return;
    shown = undefined;
    keepList(undefined);
    ask(LATER_REASON);
    focusPart('professional');
    announce(LATER_REASON);
  }

  function showEnded(): void {
    keepList(undefined);
    shown = undefined;
    showViews('ended');
    announce(part('ended-heading').textContent);
  }

  function refuse({ code, message, details }: Refusal): void {
    if (code === 'LINK_ENDED') {
      showEnded();
      focusPart('ended-heading');
    } else if (code === 'BIRTH_DATE_WRONG') showErrors({ birthDate: wrongDateText(message, details[0]?.message) });
    else if (code === 'INVALID_INPUT') showErrors({ birthDate: details[0]?.message ?? message });
    else showProblem(message, code !== 'TOO_MANY_TRIES');
  }

  function submit(): void {
    hideProblem();
    const typed = field('birthDate').value;
    if (showErrors({ birthDate: checkBirthDate(typed, today()) ?? '' })) return;
    const openedAt = Date.now();
    void whileBusy(part('open'), async () => {
      try {
        showList(listFrom(await openLink(token, birthDateFrom(typed, today())), openedAt));
        field('birthDate').value = '';
        focusPart('documents-heading');
      } catch (error) {
        refuse(error as Refusal);
      }
    });
  }

  /** Returns the heading of what it shows, or undefined when that failed. */
  const load = async (): Promise<string | undefined> => {
    try {
      fillIn(await getLink(token));
      leadToRights(token);
      const kept = readKeptList();
      if (kept) showList(kept);
      else ask(FIRST_REASON);
      return kept ? 'documents-heading' : 'professional';
    } catch (error) {
      const { code, message } = error as Refusal;
      if (code === 'LINK_ENDED') {
        showEnded();
        return 'ended-heading';
      }
      showFailure(message);
      return undefined;
    }
  };

  part('form').addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  startBirthDate(field('birthDate'), today);
  // The server would refuse the form of an ended ticket.
  part('documents').addEventListener('submit', (event) => {
    if (!shown || !isOver(shown)) return;
    event.preventDefault();
    closeWhenOver();
  });
  document.addEventListener('visibilitychange', closeWhenOver);
  addEventListener('pageshow', closeWhenOver);
  onPress('again', submit);
  onRetry(load);
  void load();
}

/** The server says how many tries are left. */
const wrongDateText = (message: string, triesLeft: string | undefined): string =>
  triesLeft ? `La fecha de nacimiento no coincide. ${triesLeft}` : message;

function ask(reason: string): void {
  setText('ask-reason', reason);
  hideProblem();
  showErrors({});
  showViews('ask');
}

function fillIn({ professional, expiresAt }: SharedLink): void {
  const day = dayWithYear(dayIn(readerZone(), new Date(expiresAt)));
  setText('professional', `${professional} te envió documentos`);
  setText('until', `Te los envió ${professional}. Puedes verlos con este enlace hasta el ${day}.`);
}
