import { clearErrors, showErrors } from '#web/patient-pages/form-fields.ts';
import { announce, focusPart, onPress, part, setText, showViews, whileBusy } from '#web/patient-pages/parts.ts';
import { hideProblem, onRetry, showFailure, showProblem } from '#web/patient-pages/problem.ts';
import { solveInBackground } from '#web/patient-pages/proof-of-work.ts';
import type { Refusal } from '#web/patient-pages/requests.ts';
import { checkRequest } from '#web/rights-form/check-request.ts';
import type { Recipient } from '#web/rights-form/recipient.ts';
import { createRequestFields } from '#web/rights-form/request-fields.ts';
import { getChallenge, getRecipient, sendRequest } from '#web/rights-form/rights-form-requests.ts';
import { type Done, showDone } from '#web/rights-form/show-done.ts';

/** An unknown slug is answered like a link that has ended. */
const ENDED: readonly (string | undefined)[] = ['NOT_FOUND', 'LINK_ENDED'];

/** Fills in the form towards a professional and sends it. */
export function startRightsForm(recipient: Recipient): void {
  const fields = createRequestFields(`derechos:${'token' in recipient ? recipient.token : recipient.slug}`);
  const button = part('send');
  let sendSolved: ReturnType<typeof solveInBackground> | undefined;

  function showEnded(): void {
    showViews('ended');
    announce(part('ended-heading').textContent);
  }

  /** Returns the heading of what it shows, or undefined when that failed. */
  async function load(): Promise<string | undefined> {
    try {
      const { professional } = await getRecipient(recipient);
      setText('professional', professional);
      setText('recipient', professional);
      showViews('form');
      return 'form-heading';
    } catch (error) {
      const { code, message } = error as Refusal;
      if (ENDED.includes(code)) {
        showEnded();
        return 'ended-heading';
      }
      showFailure(message);
      return undefined;
    }
  }

  async function send(): Promise<void> {
    const { kind, ...values } = fields.values();
    if (!kind) return;
    sendSolved ??= solveInBackground(getChallenge);
    const receipt = await sendSolved((altcha) => sendRequest({ ...recipient, ...values, kind, altcha }));
    const done: Done = { ...receipt, kind, email: values.email };
    fields.forget();
    history.replaceState({ done }, '');
    showDone(done);
    focusPart('done-heading');
    scrollTo(0, 0);
  }

  function refuse({ code, message, details }: Refusal): void {
    if (ENDED.includes(code)) {
      showEnded();
      focusPart('ended-heading');
      return;
    }
    // The first message about a field counts.
    const errors = Object.fromEntries(details.toReversed().map(({ field, message }) => [field, message]));
    if (!showErrors(errors)) showProblem(message, true);
  }

  function submit(): void {
    hideProblem();
    if (showErrors(checkRequest(fields.values()))) return;
    clearErrors();
    void whileBusy(button, () => send().catch(refuse));
  }

  part('form').addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  // The challenge is solved while the person fills in the form.
  part('form').addEventListener('input', () => {
    sendSolved ??= solveInBackground(getChallenge);
  });
  onPress('again', () => {
    button.focus();
    submit();
  });
  onRetry(load);
  const done: Done | undefined = history.state?.done;
  if (done) showDone(done);
  else void load();
}
