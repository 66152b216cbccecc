import { fold } from '#contract/fold';

/** The accented forms of each letter that `fold` makes plain: 'n' → 'nñńň…'. */
const FORMS = new Map<string, string>();
for (let code = 0xc0; code <= 0x1eff; code++) {
  // Latin letters with marks are in these blocks. Those between them belong to other scripts.
  if (code === 0x250) code = 0x1e00;
  const form = String.fromCodePoint(code);
  const letter = fold(form);
  if (/^[a-z]$/.test(letter)) FORMS.set(letter, (FORMS.get(letter) ?? letter) + form);
}

export interface Match {
  start: number;
  end: number;
}

/** Looks for words in texts as they are stored, so that a match has its place in the text. */
export interface WordMatcher {
  /** Whether all words occur in the texts together. */
  isIn(texts: readonly string[]): boolean;
  /** The places of any of the words, without overlaps, in their order. */
  matchesIn(text: string): Match[];
}

/** Undefined for a search without letters, digits or signs. */
export function wordMatcher(search: string): WordMatcher | undefined {
  const words = [...new Set(fold(search).split(' ').filter(Boolean))];
  if (words.length === 0) return undefined;
  // Longer words first: of 'dolor' and 'dolores' the longer one is marked.
  const patterns = words.sort((one, other) => other.length - one.length).map(patternOf);
  const single = patterns.map((pattern) => new RegExp(pattern, 'iu'));
  const any = new RegExp(patterns.join('|'), 'giu');
  return {
    isIn: (texts) => single.every((word) => texts.some((text) => word.test(text))),
    matchesIn: (text) =>
      [...text.matchAll(any)].map(({ index, 0: found }) => ({ start: index, end: index + found.length })),
  };
}

/** Each letter in any of its forms, also with its marks as characters of their own. */
const patternOf = (word: string): string => [...word].map((letter) => `${formsOf(letter)}\\p{M}*`).join('');

function formsOf(letter: string): string {
  const forms = FORMS.get(letter);
  return forms ? `[${forms}]` : letter.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

const BEFORE = 60;
const LENGTH = 220;

/** The piece of the text around its first match, in whole words, and the matches in it. */
export function excerptOf(text: string, matches: readonly Match[]): { excerpt: string; matches: [number, number][] } {
  const first = matches[0]?.start ?? 0;
  const from = first <= BEFORE ? 0 : wordStart(text, first - BEFORE, first);
  const to = from + LENGTH >= text.length ? text.length : wordEnd(text, from + LENGTH, matches[0]?.end ?? 0);
  const [head, tail] = [from > 0 ? '…' : '', to < text.length ? '…' : ''];
  const shift = head.length - from;
  return {
    excerpt: `${head}${text.slice(from, to)}${tail}`,
    matches: matches.filter(({ end }) => end <= to).map(({ start, end }) => [start + shift, end + shift]),
  };
}

/** The first word that begins at the place or after it, but not after the limit. */
function wordStart(text: string, at: number, limit: number): number {
  const space = text.slice(at, limit).search(/\s/);
  return space === -1 ? limit : at + space + 1;
}

/** The end of the last word before the place, but not before the limit. */
function wordEnd(text: string, at: number, limit: number): number {
  const space = text.slice(limit, at).search(/\s\S*$/);
  return space === -1 ? Math.max(limit, at) : limit + space;
}
