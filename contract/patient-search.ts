import { cleanText } from './clean-text.ts';
import { fold } from './fold.ts';
import type { Patient } from './patients.ts';
import { compactRut, searchedRut } from './rut.ts';

/** Each word is compared with every candidate. Beyond ten, the shortest words are ignored. */
const MAX_WORDS = 10;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** A word as it is compared with names, and as it is compared with document numbers. */
export interface SearchWord {
  name: string;
  rut: string;
}

/** The words of a search, the longest first: 'Díaz, 7.654' → 'diaz' and '7.654' or '7654'. */
export function searchWords(search: string): SearchWord[] {
  const text = cleanText(search);
  const whole = fold(text);
  // A complete RUT loses its leading zeros only as a whole: '012 345 678-5'.
  const isPadded = searchedRut(text) !== compactRut(text);
  const typed = isPadded ? [] : whole.split(/[ ,;]/).filter((word) => LETTER_OR_DIGIT.test(word));
  const words = typed.length > 0 ? typed : [whole];
  return [...new Set(words.filter(Boolean))]
    .sort((one, other) => other.length - one.length)
    .slice(0, MAX_WORDS)
    .map((name) => ({ name, rut: searchedRut(name) || name }));
}

/** Whether each word is a part of the patient's name, social name or RUT. An empty search matches every patient. */
export function matchesSearch(
  { name, socialName = '', rut }: Pick<Patient, 'name' | 'socialName' | 'rut'>,
  search: string,
): boolean {
  if (cleanText(search).trim() === '') return true;
  const [names, number] = [[fold(name), fold(socialName)], compactRut(rut)];
  const words = searchWords(search);
  return (
    words.length > 0 &&
    words.every((word) => names.some((text) => text.includes(word.name)) || number.includes(word.rut))
  );
}
