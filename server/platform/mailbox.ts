const GMAIL = ['gmail.com', 'googlemail.com'];

/**
 * The mailbox behind an e-mail address: many addresses may lead to one. Everything after a '+' is a tag, and Gmail
 * ignores dots. Only for counting: a mail goes to the address as it was typed.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const [name = ''] = address.slice(0, at).split('+');
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
