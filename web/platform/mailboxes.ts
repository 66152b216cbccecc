import { LEGAL_TEXTS } from '#web/platform/legal-texts.ts';

export const {
  supportMailbox: SUPPORT_MAILBOX,
  paymentsMailbox: PAYMENTS_MAILBOX,
  privacyMailbox: PRIVACY_MAILBOX,
} = LEGAL_TEXTS;

interface Draft {
  subject: string;
  body?: string;
}

/** RFC 6068 requires %20 for spaces and %0D%0A for line breaks. URLSearchParams would write '+' for a space. */
export function mailto(mailbox: string, { subject, body }: Draft): string {
  const fields = [`subject=${encodeURIComponent(subject)}`];
  if (body) fields.push(`body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`);
  return `mailto:${mailbox}?${fields.join('&')}`;
}
