/** The words for the Chilean document: 'RUT', 'R.U.N.', 'C.I.', 'cédula nacional de identidad'. */
const WORD = String.raw`(?:R\.? ?U\.? ?[TN]\.?|C\.? ?I\.?|(?:c[eé]dula|carn[eé]t?)(?: nacional)? de identidad)`;
/** 'la' and 'de la' before a cédula, which are wrong before the names of the other documents. */
const ARTICLE = '(?:((?:de )?la) (?=c[eé]dula))?';
/** A text that names several documents is right for each of them: 'Pasaporte o RUT'. */
const NOT_AFTER_ANOTHER = String.raw`(?<![\p{L}\p{N}]|(?:pasaporte|DNI)(?: ?/ ?| o ))`;
/** Limited, so that a long run of words or spaces is read in linear time. */
const WORDS = `${WORD}(?:(?: ?/ ?| o | )${WORD}){0,2}`;
const SPACES = String.raw`[^\S\n]{0,5}`;
/** Between the word and the number: ' Nº: ', ' N.º ', ' número '. */
const BETWEEN = String.raw`${SPACES}(?:(?:N\.?[º°o]\.?|Nro\.?|n[uú]mero)${SPACES})?:?${SPACES}`;
const NUMBER = String.raw`\{\{${SPACES}rut${SPACES}\}\}`;

const NAMED_NUMBER = new RegExp(`${NOT_AFTER_ANOTHER}${ARTICLE}${WORDS}(${BETWEEN})(${NUMBER})`, 'giu');

const MASCULINE: Record<string, string> = { la: 'el', La: 'El', LA: 'EL', 'de la': 'del', 'DE LA': 'DEL' };

/** Writes the name of another document in place of the word before the number: 'RUT Nº {{rut}}', 'Pasaporte Nº {{rut}}'. */
export const withDocumentName = (text: string, name: string | undefined): string =>
  name === undefined
    ? text
    : text.replaceAll(NAMED_NUMBER, (_, article: string | undefined, between: string, number: string) =>
        [article && `${MASCULINE[article] ?? article} `, name, between || ' ', number].join(''),
      );

const countOf = (text: string, piece: string): number => text.split(piece).length - 1;

/**
 * The pieces of a template in which a word names the number: 'RUT {{rut}}'. A piece is left out when `fill` makes it
 * equal to another place of the template: the two could not be told apart again.
 */
export function namedNumbers(template: string, fill: (text: string) => string): string[] {
  const pieces = [...template.matchAll(NAMED_NUMBER)].map(([piece]) => piece);
  const filled = fill(template);
  return [...new Set(pieces)].filter((piece) => countOf(filled, fill(piece)) === countOf(template, piece));
}
