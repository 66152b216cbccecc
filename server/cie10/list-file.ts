import { parse } from 'csv-parse/sync';
import { canonicalCie10 } from '#contract/cie10';
import { fold } from '#contract/fold';
import { startRefused } from '#server/platform/start-refused';
import type { Row } from './import-plan.ts';

const SEPARATORS = [';', ',', '\t'];
/** Official files have title lines above the heading. */
const MAX_LINES_TO_HEADING = 20;

const CODE = /\b(?:codigo|clave|code|cod)/;
const DESCRIPTION = /\b(?:descripcion|titulo|glosa|description)/;
/** Columns of the levels above a code. */
const PARENT_LEVEL = /\b(?:capitulo|grupo|seccion|bloque|chapter|group|block)/;

/** Reads a list of codes from a CSV file. Encoding, separator and column order are detected. */
export function readListFile(bytes: Uint8Array, name: string): Row[] {
  const text = decode(bytes);
  if (text.trim() === '') throw startRefused(`${name} is empty`);
  for (const separator of SEPARATORS) {
    const rows = rowsOf(linesOf(text, separator));
    if (!rows) continue;
    if (!rows.some(isCode)) throw startRefused(`${name} has no CIE-10 code in its column of codes`);
    return rows;
  }
  throw startRefused(`${name} has no columns for code and description`);
}

/** Excel saves CSV as Windows-1252 and 'Unicode text' as UTF-16. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function linesOf(text: string, delimiter: string): string[][] {
  try {
    return parse(text, { delimiter, relax_quotes: true, relax_column_count: true, skip_empty_lines: true, trim: true });
  } catch {
    // An unclosed quote. With another separator the file may be valid.
    return [];
  }
}

/** Undefined when none of the first lines names both columns. */
function rowsOf(lines: string[][]): Row[] | undefined {
  for (const [i, line] of lines.slice(0, MAX_LINES_TO_HEADING).entries()) {
    const headings = line.map((cell) => fold(cell).replaceAll(/[^a-z0-9]+/g, ' '));
    const named = (pattern: RegExp) =>
      headings.flatMap((heading, at) => (pattern.test(heading) && !PARENT_LEVEL.test(heading) ? [at] : []));
    const descriptions = named(DESCRIPTION);
    const readings = named(CODE).flatMap((code) =>
      descriptions.filter((description) => description !== code).map((description) => ({ code, description })),
    );
    // Several columns may have 'código' in their heading. The one with the most valid codes is used.
    const [best] = readings
      .map((at) => lines.slice(i + 1).map((cells) => rowAt(cells, at)))
      .sort((a, b) => b.filter(isCode).length - a.filter(isCode).length);
    if (best) return best;
  }
  return undefined;
}

const rowAt = (cells: string[], at: { code: number; description: number }): Row => ({
  code: cells[at.code] ?? '',
  description: cells[at.description] ?? '',
});

const isCode = ({ code }: Row) => canonicalCie10(code) !== undefined;
