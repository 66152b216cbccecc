import { createHash } from 'node:crypto';
import { CODE_ALPHABET } from '#contract/documents';

/** By what the paper calls itself: the indications of who may not prescribe are no receta in their folio either. */
const LETTERS: Record<string, string> = {
  'Atención Clínica': 'ATN',
  'Planes e Indicaciones': 'IND',
  Indicaciones: 'IND',
  Receta: 'REC',
  Recetas: 'REC',
  'CERTIFICADO MÉDICO': 'CER',
};

/** 'ATN-2026-000123-7F3K': what it is, the year, the professional's own count, and four letters that a slip of the pen breaks. */
export function folioOf(title: string, year: number, number: number): string {
  const stem = `${LETTERS[title] ?? 'DOC'}-${year}-${String(number).padStart(6, '0')}`;
  const digest = createHash('sha256').update(stem).digest().subarray(0, 4);
  return `${stem}-${[...digest].map((byte) => CODE_ALPHABET[byte % 32]).join('')}`;
}
