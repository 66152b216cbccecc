import type { MailComposer, MailComposers, MailOutcome, OutgoingMail } from '#server/mail/composed-mail';

interface TestComposers extends MailComposers {
  /** What the outbox told about the mails, in order. */
  outcomes: { subject: unknown; outcome: MailOutcome }[];
}

/** Composers that turn the parameters of a mail into the mail, and remember which mails were finished. */
export function createTestComposers(): TestComposers {
  const outcomes: TestComposers['outcomes'] = [];
  const composer: MailComposer = {
    compose: async ({ parameters }) =>
      outcomes.some(({ subject }) => subject === parameters.subject)
        ? undefined
        : ({
            to: 'rosa@ejemplo.cl',
            senderName: 'Ana Soto',
            replyTo: 'ana@ejemplo.cl',
            text: 'Hola\n',
            html: '<p>Hola</p>\n',
            ...parameters,
          } as OutgoingMail),
    finish: async ({ parameters: { subject } }, outcome) => void outcomes.push({ subject, outcome }),
  };
  return {
    'appointment-message': composer,
    'reminder-test': composer,
    'booking-message': composer,
    'booking-notice': composer,
    'rights-receipt': composer,
    'rights-notice': composer,
    'rights-answer': composer,
    'shared-documents': composer,
    'share-notice': composer,
    'assistant-invitation': composer,
    'charge-reminder': composer,
    outcomes,
  };
}
