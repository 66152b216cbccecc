import type { MailComposers } from '#server/mail/composed-mail';
import { composeMessage, finishMessage, type MessageMailDeps } from './message-mail.service.ts';
import { composeTest } from './test-mail.service.ts';

/** How the mails of reminders are composed when they are delivered. */
export const reminderComposers = (
  deps: MessageMailDeps,
): Pick<MailComposers, 'appointment-message' | 'reminder-test'> => ({
  'appointment-message': {
    compose: (mail) => composeMessage(deps, mail),
    finish: (mail, outcome) => finishMessage(deps, mail, outcome),
  },
  'reminder-test': { compose: (mail) => composeTest(deps, mail), finish: async () => undefined },
});
