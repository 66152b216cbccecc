import { cellText, fileRefused, type Line, MAX_COLUMNS } from './table.ts';
import { readXml } from './xlsx-part.ts';

/** The number of the last row that Excel has. */
const MAX_ROW_NUMBER = 1_048_576;

/** The texts that cells refer to by their position. */
export async function readSharedStrings(stream: AsyncIterable<Uint8Array>): Promise<string[]> {
  const texts: string[] = [];
  let current = '';
  let isText = false;
  let isPhonetic = false;
  await readXml(stream, {
    open: (name) => {
      if (name === 'si') current = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    text: (text) => {
      if (isText) current += text;
    },
    close: (name) => {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') texts.push(cellText(current));
    },
  });
  return texts;
}

/** The cells of a sheet as text. A formula is refused: what it shows depends on another cell, file or address. */
export async function readSheet(
  stream: AsyncIterable<Uint8Array>,
  texts: readonly string[],
  maxRows: number,
): Promise<Line[]> {
  const lines: Line[] = [];
  let line: Line = { number: 0, cells: [] };
  let cell = { column: 0, type: 'n', text: '' };
  let isValue = false;
  await readXml(stream, {
    open: (name, attributes) => {
      if (name === 'f') throw fileRefused('IMPORT_FORMULAS');
      if (name === 'row') line = { number: nextRow(line.number, attributes.r), cells: [] };
      if (name === 'c') {
        const column = attributes.r === undefined ? line.cells.length : columnOf(attributes.r);
        cell = { column, type: attributes.t ?? 'n', text: '' };
      }
      isValue = name === 'v' || name === 't';
    },
    text: (text) => {
      if (isValue) cell.text += text;
    },
    close: (name) => {
      isValue = false;
      if (name === 'c' && cell.column < MAX_COLUMNS) setCell(line.cells, cell.column, cellValue(cell, texts));
      if (name === 'row' && line.cells.some((text) => text.trim() !== '')) {
        lines.push(line);
        if (lines.length > maxRows) throw fileRefused('IMPORT_TOO_MANY_ROWS');
      }
    },
  });
  return lines;
}

/** Rows are numbered upwards. Corrections name them by their numbers. */
function nextRow(previous: number, written: string | undefined): number {
  const number = written === undefined ? previous + 1 : Number(written);
  const isRising = Number.isInteger(number) && number > previous && number <= MAX_ROW_NUMBER;
  if (!isRising) throw fileRefused('IMPORT_UNREADABLE');
  return number;
}

function setCell(cells: string[], column: number, text: string): void {
  while (cells.length < column) cells.push('');
  cells[column] = text;
}

/** 'C14' → 2 */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column === 0 ? MAX_COLUMNS : column - 1;
}

function cellValue({ type, text }: { type: string; text: string }, texts: readonly string[]): string {
  if (type === 's') return texts[Number(text)] ?? '';
  if (type === 'b') return text === '1' ? 'Sí' : 'No';
  // '#N/A' and the like.
  if (type === 'e') return '';
  if (type !== 'n' || text === '') return cellText(text);
  const number = Number(text);
  if (!Number.isFinite(number)) return '';
  // Excel writes long numbers, such as telephones, as 5.6987654321E10.
  return Number.isInteger(number) ? number.toFixed(0) : text;
}
