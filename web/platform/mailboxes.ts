export const SUPPORT_MAILBOX = 'soporte@fichaaustral.cl';
export const PAYMENTS_MAILBOX = 'pagos@fichaaustral.cl';
export const PRIVACY_MAILBOX = 'privacidad@fichaaustral.cl';

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
