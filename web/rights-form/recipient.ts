/** The professional towards whom somebody exercises a right: the slug or the token in the address of the page. */
export type Recipient = { slug: string } | { token: string };

/** '/derechos/ana-perez' or '/derechos/enlace/…' */
export function recipientAt(pathname: string): Recipient {
  const [, , slug = '', token] = pathname.split('/');
  return token ? { token } : { slug };
}
