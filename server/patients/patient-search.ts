import { fold } from '#contract/fold';
import { compactRut, searchedRut } from '#contract/rut';

/** Stored suffixes are truncated to this length. A longer search is also compared with the full name or RUT. */
const SUFFIX_LENGTH = 12;
/** The highest code point. Texts with the prefix `p` sort between `p` and `p + MAX_CHARACTER`. */
const MAX_CHARACTER = '\u{10FFFF}';

interface Searched {
  name: string;
  socialName?: string | undefined;
  rut: string;
}

/** The suffixes of names and RUT in the search index: 'ana' → 'ana', 'na', 'a'. */
export function suffixesOf({ name, socialName = '', rut }: Searched): string[] {
  const texts = [fold(name), fold(socialName), compactRut(rut)];
  return [...new Set(texts.flatMap(suffixes))];
}

function suffixes(text: string): string[] {
  const characters = [...text];
  return characters
    .map((_, at) => characters.slice(at, at + SUFFIX_LENGTH).join(''))
    .filter((suffix) => !suffix.startsWith(' '));
}

export interface Term {
  from: string;
  to: string;
  /** The full search text, which may be longer than a stored suffix. */
  whole: string;
}

/** Parses a search as part of a name and as part of a RUT. Returns undefined when both are empty. */
export function termsOf(search: string): [name: Term, rut: Term] | undefined {
  const [name, rut] = [fold(search), searchedRut(search)];
  if (name === '' && rut === '') return undefined;
  return [termOf(name || rut), termOf(rut || name)];
}

function termOf(whole: string): Term {
  const from = [...whole].slice(0, SUFFIX_LENGTH).join('');
  return { from, to: from + MAX_CHARACTER, whole };
}
