import { canonicalCie10 } from '#contract/cie10';
import { fold } from '#contract/fold';
import { ABBREVIATIONS } from './abbreviations.ts';
import { EVERYDAY_NAMES } from './everyday-names.ts';

/** Words that tell nothing apart. 'con', 'sin' and 'no' do: 'sin complicación'. */
const FILLERS = new Set('a al de del e el en la las lo los o para por que se su u un una y'.split(' '));
const SHORTEST_PREFIX = 3;
/** From so many letters on, what is being typed may become a known name. */
const SHORTEST_START = 4;
const SHORTEST_SINGULAR = 4;
/** More words than any description needs, and few enough for one search to be quick. */
const MOST_WORDS = 10;
const CODE_LIKE = /^[a-z]\d[\da-z]?(?:\.?[\da-z]{1,2})?$/;
/** Of births and what belongs to them. */
const BIRTH =
  /^(?:embaraz|gesta|gravid|prenatal|perinatal|neonat|recien|nacid|nacim|fet(?:os?$|al)|puerper|post?part|partos?$|cesarea|obstetric|lactan|placent)/;
const WORDS = /[\p{L}\p{N}]+/gu;
const WORDS_AND_CODES = /[a-z]\d[\da-z]\.[\da-z]{1,2}(?![\p{L}\p{N}])|[\p{L}\p{N}]+/gu;

/** A search as PostgreSQL's text search reads it. Words are letters and digits: none could be taken for an operator. */
export interface Search {
  /** What a row must have. */
  match: string;
  /** What it has when it is shown before the others. */
  best: string;
  /** The code that was asked for, when it was one. */
  code: string | undefined;
  /** Whether nothing but a code, or the beginning of one, was asked for: its subdivisions are shown in their order. */
  isByCode: boolean;
  /** Whether it names a birth, and what is wanted stands in the chapters of births. */
  isOfBirth: boolean;
  /** What to look for when nothing has all of it: the names that are known, without the words around them. */
  otherwise?: Search;
}

/** Under which words a code is found: those of its description, and its own, '=e110', that is no word of any text. */
export const searchedWords = (code: string, description: string): string[] => [
  ...new Set([markOf(code), ...(fold(description).match(WORDS) ?? [])]),
];

/** Undefined when there is nothing to look for. */
export function readSearch(query: string): Search | undefined {
  const code = canonicalCie10(query);
  const typed: string[] = code ? [compact(code)] : (fold(query).match(WORDS_AND_CODES) ?? []);
  const telling = [...new Set(typed.filter((word) => !FILLERS.has(word)))].slice(0, MOST_WORDS);
  const words = telling.length > 0 ? telling : [...new Set(typed)].slice(0, MOST_WORDS);
  const last = typed.at(-1);
  if (last === undefined) return undefined;

  const { known, rest } = termsOf(
    words.map((text, i) => ({ text, stem: singular(text), isLast: i === words.length - 1 })),
  );
  // 'hepatitis a': the letter asks for nothing, but what has it comes first.
  const letter = last.length === 1 && words === telling && FILLERS.has(last) ? [whole(last)] : [];
  const search = {
    ...joined([...known, ...rest], letter),
    code,
    isByCode: words.length === 1 && words.every((word) => CODE_LIKE.test(word)),
    isOfBirth: words.some((word) => BIRTH.test(word)),
  };
  if (known.length === 0 || rest.length === 0) return search;
  return { ...search, otherwise: { ...search, ...joined(known), code: undefined } };
}

const joined = (terms: Term[], letter: string[] = []): Term => ({
  match: terms.map((term) => term.match).join(' & '),
  best: [...terms.map((term) => term.best), ...letter].join(' & '),
});

interface Typed {
  text: string;
  stem: string;
  isLast: boolean;
}

interface Term {
  match: string;
  best: string;
}

const whole = (word: string) => `'${word}'`;
const beginning = (word: string) => `'${word}':*`;
const both = (parts: string[]) => `(${parts.join(' & ')})`;
const either = (parts: string[]) => `(${parts.join(' | ')})`;
const compact = (code: string) => code.replace('.', '').toLowerCase();
const markOf = (code: string) => `=${compact(code)}`;

/** 'fracturas' → 'fractura', 'infecciones' → 'infeccion'; a word that ends like a plural loses no more than its end. */
function singular(word: string): string {
  const shorter = word.replace(/(?<=[^aeiou])es$|(?<=[aeiou])s$/, '');
  return shorter.length >= SHORTEST_SINGULAR ? shorter : word;
}

function wordTerm({ text, stem, isLast }: Typed): Term {
  if (CODE_LIKE.test(text)) {
    const code = compact(canonicalCie10(text) ?? text);
    return { match: either([beginning(markOf(code)), beginning(code)]), best: beginning(markOf(code)) };
  }
  const isBeginning = isLast || text.length >= SHORTEST_PREFIX;
  return { match: isBeginning ? beginning(stem) : whole(text), best: whole(text) };
}

interface Known {
  words: string[];
  foremost: string;
  others: string[];
}

const meaningTerm = (meaning: string) =>
  /^[A-Z]\d/.test(meaning) ? beginning(markOf(meaning)) : both(meaning.split(' ').map(beginning));

/** Those of more words first: 'dm 2' before 'dm'. */
const KNOWN: Known[] = [ABBREVIATIONS, EVERYDAY_NAMES]
  .flatMap((table) => Object.entries(table))
  .map(([name, [foremost, ...others]]) => ({
    words: name.split(' ').map(singular),
    foremost: meaningTerm(foremost),
    others: others.map(meaningTerm),
  }))
  .sort((a, b) => b.words.length - a.words.length);

function termsOf(words: Typed[]): { known: Term[]; rest: Term[] } {
  const known: Term[] = [];
  let rest = words;
  for (const { words: name, foremost, others } of KNOWN) {
    if (!name.every((word) => rest.some((typed) => says(typed, word)))) continue;
    const isPart = (typed: Typed) => name.some((word) => says(typed, word));
    const own = rest.filter(isPart);
    rest = rest.filter((typed) => !isPart(typed));
    known.push({
      match: either([both(own.map((typed) => wordTerm(typed).match)), foremost, ...others]),
      best: foremost,
    });
  }
  return { known, rest: rest.map(wordTerm) };
}

const says = ({ text, stem, isLast }: Typed, word: string): boolean =>
  stem === word || (isLast && text.length >= SHORTEST_START && word.startsWith(text));
