import { CsvError, parse } from 'csv-parse/sync';
import { MAX_IMPORT_ROWS } from '#contract/imports/imports';
import { cellText, fileRefused, type Line, MAX_COLUMNS } from './table.ts';

const SEPARATORS = [';', ',', '\t'];
/** Titles and empty lines count too. */
const MAX_LINES = MAX_IMPORT_ROWS + 1000;

/** The part of a file that decides what it is. */
const SAMPLE_LENGTH = 20_000;
/** PostScript, scripts, XML and HTML, JSON and RTF, calendars and contacts. */
const OTHER_FORMATS = /^\s*(?:%!PS|#!|<[!?a-z]|\{\\rtf|\{\s*["}]|\[\s*[[{"\]]|BEGIN:V)/i;
const JSON_VALUES = /^\s*\[\s*(?:null|true|false|-?\d[\d.e+-]*)\s*,/i;
const MAIL_HEADER = /^MIME-Version:/im;
/** Programs that show PDF accept other bytes before its header, up to here. */
const PDF_HEADER_WITHIN = 1024;
const CONTROL_CHARACTERS = /[^\P{Cc}\s]/gu;
/** The share of control characters is measured in parts, so that a long table does not hide binary data after it. */
const PART_LENGTH = 2000;
/** Compressed data has control characters for a tenth of its bytes. */
const MIN_TEXT = 0.97;

/** Reads a CSV file. Encoding and separator are detected. */
export function readCsv(bytes: Uint8Array): Line[] {
  const text = decode(bytes);
  if (!isPlainText(text)) throw fileRefused('IMPORT_UNREADABLE');
  const declared = /^sep=(.)\r?\n/i.exec(text);
  const delimiter = declared?.[1] ?? separatorOf(text);
  const records = recordsOf(declared ? text.slice(declared[0].length) : text, delimiter);
  if (records.length > MAX_LINES) throw fileRefused('IMPORT_TOO_MANY_ROWS');
  if (isProse(records)) throw fileRefused('IMPORT_UNREADABLE');
  const first = declared ? 2 : 1;
  return records.map((cells, at) => ({
    number: at + first,
    cells: cells.slice(0, MAX_COLUMNS).map((cell) => cellText(unwrapped(cell))),
  }));
}

/** Excel saves CSV as Windows-1252 and 'Unicode text' as UTF-16. The decoders remove a byte order mark. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Whether the text is neither in another format nor binary data, which Windows-1252 decodes without an error. A few
 * control characters are accepted, because some programs leave them in texts.
 */
function isPlainText(text: string): boolean {
  if (text.includes('\0') || isOtherFormat(text.slice(0, SAMPLE_LENGTH))) return false;
  const lastPart = Math.max(0, text.length - PART_LENGTH);
  for (let start = 0; start < lastPart; start += PART_LENGTH) {
    if (!isMostlyText(text.slice(start, start + PART_LENGTH))) return false;
  }
  return isMostlyText(text.slice(lastPart));
}

const isOtherFormat = (sample: string): boolean =>
  OTHER_FORMATS.test(sample) ||
  JSON_VALUES.test(sample) ||
  MAIL_HEADER.test(sample) ||
  sample.slice(0, PDF_HEADER_WITHIN).includes('%PDF-');

const isMostlyText = (part: string): boolean =>
  part.replaceAll(CONTROL_CHARACTERS, '').length >= part.length * MIN_TEXT;

/** The separator that makes the most cells of one of the first lines. */
function separatorOf(text: string): string {
  const lines = text.slice(0, SAMPLE_LENGTH).split(/\r?\n/, 20);
  const cellsBy = (separator: string) =>
    Math.max(...lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(separator).length));
  return SEPARATORS.reduce((best, one) => (cellsBy(one) > cellsBy(best) ? one : best));
}

function recordsOf(text: string, delimiter: string): string[][] {
  try {
    return parse(text, { delimiter, relax_quotes: true, relax_column_count: true, to: MAX_LINES + 1 });
  } catch (error) {
    // A quote that is never closed.
    if (error instanceof CsvError) throw fileRefused('IMPORT_UNREADABLE');
    throw error;
  }
}

/** Whether several lines have one cell each. A patient needs more than one. */
function isProse(records: readonly string[][]): boolean {
  const filled = records.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  return filled.length > 1 && filled.every(({ length }) => length === 1);
}

/** ="0123" is how programs keep Excel from taking a text for a number. */
const unwrapped = (cell: string): string => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;
