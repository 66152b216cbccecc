import { canonicalCie10 } from '#contract/cie10';
import { fold } from '#contract/fold';
import { ABBREVIATIONS } from './abbreviations.ts';
import { EVERYDAY_NAMES } from './everyday-names.ts';

/** Stop words. 'con', 'sin' and 'no' are not among them, because they change the diagnosis: 'sin complicación'. */
const STOP_WORDS = new Set('a al de del e el en la las lo los o para por que se su u un una y'.split(' '));
const MIN_PREFIX_LENGTH = 3;
/** An unfinished last word of at least this length may complete to a known name. */
const MIN_START_LENGTH = 4;
const MIN_SINGULAR_LENGTH = 4;
/** The limit keeps a search fast. No description needs more words. */
const MAX_WORDS = 10;
const CODE_LIKE = /^[a-z]\d[\da-z]?(?:\.?[\da-z]{1,2})?$/;
/** Word stems of pregnancy, birth and the newborn. */
const OBSTETRIC =
  /^(?:embaraz|gesta|gravid|prenatal|perinatal|neonat|recien|nacid|nacim|fet(?:os?$|al)|puerper|post?part|partos?$|cesarea|obstetric|lactan|placent)/;
const WORDS = /[\p{L}\p{N}]+/gu;
const WORDS_AND_CODES = /[a-z]\d[\da-z]\.[\da-z]{1,2}(?![\p{L}\p{N}])|[\p{L}\p{N}]+/gu;

/** A search as tsquery texts. Words consist of letters and digits, so none can act as an operator. */
export interface Search {
  /** The condition that a code must meet. */
  match: string;
  /** The stricter condition of the codes that are listed first. */
  preferred: string;
  /** The code, when the query is a whole code. */
  code: string | undefined;
  /** The query is a code or the beginning of one: results are sorted by code. */
  isByCode: boolean;
  /** The query is about pregnancy, birth or the newborn: those chapters are not ranked down. */
  isObstetric: boolean;
  /** The search to run when nothing matches: the known names without the other words. */
  fallback?: Search;
}

/** The words that the index holds for a code: those of its description, and '=e110', which no description contains. */
export const indexedWords = (code: string, description: string): string[] => [
  ...new Set([markOf(code), ...(fold(description).match(WORDS) ?? [])]),
];

/** Undefined when the query contains no word. */
export function readSearch(query: string): Search | undefined {
  const code = canonicalCie10(query);
  const typed: string[] = code ? [compact(code)] : (fold(query).match(WORDS_AND_CODES) ?? []);
  const significant = [...new Set(typed.filter((word) => !STOP_WORDS.has(word)))].slice(0, MAX_WORDS);
  const words = significant.length > 0 ? significant : [...new Set(typed)].slice(0, MAX_WORDS);
  const last = typed.at(-1);
  if (last === undefined) return undefined;

  const { known, rest } = termsOf(
    words.map((text, i) => ({ text, stem: singular(text), isLast: i === words.length - 1 })),
  );
  // 'hepatitis a': the final letter may be an article. It does not filter, but codes that contain it come first.
  const letter = last.length === 1 && words === significant && STOP_WORDS.has(last) ? [whole(last)] : [];
  const search = {
    ...joined([...known, ...rest], letter),
    code,
    isByCode: words.length === 1 && words.every((word) => CODE_LIKE.test(word)),
    isObstetric: words.some((word) => OBSTETRIC.test(word)),
  };
  if (known.length === 0 || rest.length === 0) return search;
  return { ...search, fallback: { ...search, ...joined(known), code: undefined } };
}

const joined = (terms: Term[], letter: string[] = []): Term => ({
  match: terms.map((term) => term.match).join(' & '),
  preferred: [...terms.map((term) => term.preferred), ...letter].join(' & '),
});

interface Typed {
  text: string;
  stem: string;
  isLast: boolean;
}

interface Term {
  match: string;
  preferred: string;
}

const whole = (word: string) => `'${word}'`;
const beginning = (word: string) => `'${word}':*`;
const both = (parts: string[]) => `(${parts.join(' & ')})`;
const either = (parts: string[]) => `(${parts.join(' | ')})`;
const compact = (code: string) => code.replace('.', '').toLowerCase();
const markOf = (code: string) => `=${compact(code)}`;

/** 'fracturas' → 'fractura', 'infecciones' → 'infeccion'. */
function singular(word: string): string {
  const shorter = word.replace(/(?<=[^aeiou])es$|(?<=[aeiou])s$/, '');
  return shorter.length >= MIN_SINGULAR_LENGTH ? shorter : word;
}

function wordTerm({ text, stem, isLast }: Typed): Term {
  if (CODE_LIKE.test(text)) {
    const code = compact(canonicalCie10(text) ?? text);
    return { match: either([beginning(markOf(code)), beginning(code)]), preferred: beginning(markOf(code)) };
  }
  const isBeginning = isLast || text.length >= MIN_PREFIX_LENGTH;
  return { match: isBeginning ? beginning(stem) : whole(text), preferred: whole(text) };
}

interface Known {
  words: string[];
  preferred: string;
  others: string[];
}

const meaningTerm = (meaning: string) =>
  /^[A-Z]\d/.test(meaning) ? beginning(markOf(meaning)) : both(meaning.split(' ').map(beginning));

/** Names of more words come first: 'dm 2' before 'dm'. */
const KNOWN: Known[] = [ABBREVIATIONS, EVERYDAY_NAMES]
  .flatMap((table) => Object.entries(table))
  .map(([name, [preferred, ...others]]) => ({
    words: name.split(' ').map(singular),
    preferred: meaningTerm(preferred),
    others: others.map(meaningTerm),
  }))
  .sort((a, b) => b.words.length - a.words.length);

function termsOf(words: Typed[]): { known: Term[]; rest: Term[] } {
  const known: Term[] = [];
  let rest = words;
  for (const { words: name, preferred, others } of KNOWN) {
    if (!name.every((word) => rest.some((typed) => matchesWord(typed, word)))) continue;
    const isPart = (typed: Typed) => name.some((word) => matchesWord(typed, word));
    const own = rest.filter(isPart);
    rest = rest.filter((typed) => !isPart(typed));
    known.push({
      match: either([both(own.map((typed) => wordTerm(typed).match)), preferred, ...others]),
      preferred,
    });
  }
  return { known, rest: rest.map(wordTerm) };
}

const matchesWord = ({ text, stem, isLast }: Typed, word: string): boolean =>
  stem === word || (isLast && text.length >= MIN_START_LENGTH && word.startsWith(text));
