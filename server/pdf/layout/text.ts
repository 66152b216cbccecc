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

// Digits of other scripts, but of the two that write them from right to left.
const FOREIGN_DIGIT = '[^\\P{Nd}0-9\\u{7C0}-\\u{7C9}\\u{1E950}-\\u{1E959}]';
const FOREIGN_NUMBER = `${FOREIGN_DIGIT}(?:[.,:/\\u{66B}\\u{66C}${FIXED_SPACE}]?${FOREIGN_DIGIT}){0,15}`;
const CLUSTER = new RegExp(`${FOREIGN_NUMBER}|\\P{M}\\p{M}{0,31}|\\p{M}`, 'gu');
const STARTS_AS_NUMBER = new RegExp(`^${FOREIGN_DIGIT}`, 'u');

/** What is not torn apart: a letter with the marks on it, and a number such as '٢٫٥'. */
export const clustersOf = (word: string): string[] => word.match(CLUSTER) ?? [];

export const isForeignNumber = (cluster: string): boolean => STARTS_AS_NUMBER.test(cluster);
