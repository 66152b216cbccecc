/** Towards which professional somebody exercises a right: the slug or the token, as the address of the page has it. */
export type Recipient = { slug: string } | { token: string };

/** '/derechos/ana-perez' or '/derechos/enlace/…' */
export function recipientAt(pathname: string): Recipient {
  const [, , slug = '', token] = pathname.split('/');
  return token ? { token } : { slug };
}
