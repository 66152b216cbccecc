import { fold } from '#contract/fold';
import { compactRut, searchedRut } from '#contract/rut';

/** What is typed beyond this is compared with the whole name. */
const ENDING_LENGTH = 12;
/** The last character there is: what begins with a word stands between the word and the word followed by it. */
const LAST = '\u{10FFFF}';

/** The ends under which a patient is found: 'ana' → 'ana', 'na', 'a'. */
export function suffixesOf({ name, rut }: { name: string; rut: string }): string[] {
  const texts = [fold(name), compactRut(rut)];
  return [...new Set(texts.flatMap(endings))];
}

function endings(text: string): string[] {
  const characters = [...text];
  return characters
    .map((_, at) => characters.slice(at, at + ENDING_LENGTH).join(''))
    .filter((ending) => !ending.startsWith(' '));
}

export interface Term {
  from: string;
  to: string;
  /** The whole of it, where it is longer than an ending. */
  whole: string;
}

/** A search read twice, as a piece of a name and of a RUT; undefined when nothing is left of it either way. */
export function termsOf(search: string): [name: Term, rut: Term] | undefined {
  const [name, rut] = [fold(search), searchedRut(search)];
  if (name === '' && rut === '') return undefined;
  return [termOf(name || rut), termOf(rut || name)];
}

function termOf(whole: string): Term {
  const from = [...whole].slice(0, ENDING_LENGTH).join('');
  return { from, to: from + LAST, whole };
}
