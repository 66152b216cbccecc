import { createHash } from 'node:crypto';
import { CODE_ALPHABET, type DocumentKind } from '#contract/documents';

const LETTERS: Record<DocumentKind, string> = {
  'clinical-note': 'ATN',
  plans: 'IND',
  prescriptions: 'REC',
  certificate: 'CER',
};

/** 'ATN-2026-000123-7F3K': kind, year, the professional's own count, and four letters that a slip of the pen breaks. */
export function folioOf(kind: DocumentKind, year: number, number: number): string {
  const stem = `${LETTERS[kind]}-${year}-${String(number).padStart(6, '0')}`;
  const digest = createHash('sha256').update(stem).digest().subarray(0, 4);
  return `${stem}-${[...digest].map((byte) => CODE_ALPHABET[byte % 32]).join('')}`;
}
