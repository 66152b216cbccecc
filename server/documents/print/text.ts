// A line that ends in any of the ways that Unicode knows.
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029\v\f]/g;
// Removed: controls, which have no look; and what is never seen, among it the overrides of direction that can turn a
// dose around before the eye.
const UNSEEN = /[^\P{Cc}\n\t]|\p{Default_Ignorable_Code_Point}/gu;
const FIXED_SPACES = /[\u00A0\u2007\u202F]/g;
const MANY_BLANK_LINES = /\n[ \t]*(?:\n[ \t]*){2,}/g;

/** A space that no line is broken at. */
export const FIXED_SPACE = '\u00A0';

/** Text that can be set: well formed, with one kind of line end and one kind of fixed space. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(LINE_ENDS, '\n')
    .replace(UNSEEN, '')
    .replace(FIXED_SPACES, FIXED_SPACE)
    .replace(MANY_BLANK_LINES, '\n\n');

/** The same on one line. */
export const cleanLine = (text: string): string =>
  cleanText(text)
    .replace(/\s*\n\s*/g, ' ')
    .trim();

/** A letter with the marks on it: they are not torn apart. */
export const clustersOf = (word: string): string[] => word.match(/\P{M}\p{M}{0,31}|\p{M}/gu) ?? [];
