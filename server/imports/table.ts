import type { ErrorCode } from '#contract/errors';

/** A line of a table, numbered as a spreadsheet does. */
export interface Line {
  number: number;
  cells: string[];
}

export interface Table {
  lines: Line[];
  /** What to add to a number that is a date. */
  dayOffset: number;
}

/** More than any list of patients has. */
export const MAX_COLUMNS = 200;
/**
 * Maximum length of a cell. The longest field of a patient is shorter, so a text that was cut is still refused in its
 * row.
 */
const MAX_CELL_LENGTH = 6000;

export const cellText = (text: string): string =>
  text.length > MAX_CELL_LENGTH ? text.slice(0, MAX_CELL_LENGTH) : text;

export const isEmptyLine = ({ cells }: Line): boolean => cells.every((cell) => cell.trim() === '');

/** Says why a file is not read: its message is the code. */
export function fileRefused(code: ErrorCode): Error {
  return Object.assign(new Error(code), { name: 'FileRefused' });
}

/** The code of a refused file. Undefined for any other error. */
export const refusalOf = (error: unknown): ErrorCode | undefined =>
  error instanceof Error && error.name === 'FileRefused' ? (error.message as ErrorCode) : undefined;
