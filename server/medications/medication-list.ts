import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { fold } from '#contract/fold';
import type { Medication } from '#contract/medications';

export interface MedicationRow {
  dci: string;
  atc: string;
  forma: string;
  via: string;
  concentraciones: string;
  /** Other names, which are searched and not shown. */
  sinonimos: string;
}

const MAX_FOUND = 20;

/** README.md beside it states the origin of the list. */
export const medicationRows = (): MedicationRow[] =>
  parse(readFileSync(join(import.meta.dirname, 'medications.csv')), { delimiter: ';', columns: true });

interface Entry {
  medication: Medication;
  /** Folded words: first those of the substance and its other names, then the others. */
  substance: string[];
  words: string[];
}

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N},.%]+/gu) ?? [];

function toEntries({ dci, forma, via, concentraciones, sinonimos }: MedicationRow): Entry[] {
  const substance = wordsOf(`${dci} ${sinonimos}`);
  const base = { dci, formaFarmaceutica: forma, via };
  const strengths = concentraciones.split('|').flatMap((one) => one.trim() || []);
  const medications: Medication[] =
    strengths.length > 0 ? strengths.map((concentracion) => ({ ...base, concentracion })) : [base];
  return medications.map((medication) => ({
    medication,
    substance,
    words: [...substance, ...wordsOf(`${forma} ${medication.concentracion ?? ''}`)],
  }));
}

/** Finds entries of the list in memory. Every word of the search begins a word of the entry. */
export function createMedicationSearch(rows = medicationRows()): (query: string) => Medication[] {
  const entries = rows.flatMap(toEntries);
  return (query) => {
    const [first, ...rest] = wordsOf(query);
    if (first === undefined) return [];
    const begins = (words: string[], search: string) => words.some((word) => word.startsWith(search));
    const found = entries.filter(
      ({ substance, words }) => begins(substance, first) && rest.every((one) => begins(words, one)),
    );
    // The sort is stable: entries of the same rank stay in the order of the list.
    const rank = ({ substance }: Entry) => (substance[0]?.startsWith(first) ? 0 : 1);
    return found
      .sort((one, other) => rank(one) - rank(other))
      .slice(0, MAX_FOUND)
      .map(({ medication }) => medication);
  };
}
