import { fold } from '#contract/fold';
import type { SearchWord } from '#contract/patient-search';
import { compactRut } from '#contract/rut';

/** Stored suffixes are truncated to this length. A word is also compared with the full name or RUT. */
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

export interface SuffixRange {
  from: string;
  to: string;
}

/** The ranges of stored suffixes that begin with the word: two when a RUT is compared without its punctuation. */
export function suffixRanges({ name, rut }: SearchWord): SuffixRange[] {
  return [...new Set([name, rut])].map(toRange);
}

function toRange(text: string): SuffixRange {
  const from = [...text].slice(0, SUFFIX_LENGTH).join('');
  return { from, to: from + MAX_CHARACTER };
}
