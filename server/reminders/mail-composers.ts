import type { MailComposer, MailComposers } from '#server/mail/composed-mail';

const NOTHING_TO_SEND: MailComposer = { compose: async () => undefined, finish: async () => undefined };

/** How the mails of reminders are composed when they are delivered. */
export const mailComposers = (): MailComposers => ({
  'appointment-message': NOTHING_TO_SEND,
  'reminder-test': NOTHING_TO_SEND,
});
