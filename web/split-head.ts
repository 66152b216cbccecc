export interface Rendered {
  head: string;
  body: string;
}

const HOISTED = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/;

/** When React renders no <html>, it puts the elements of <head> in front of the rest. */
export function splitHead(html: string): Rendered {
  const head = HOISTED.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}
