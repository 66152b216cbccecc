// Every line end that Unicode knows.
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029\v\f]/g;
// Control characters and invisible characters are removed. Among them are direction overrides, which can show a dose
// reversed.
const INVISIBLE = /[^\P{Cc}\n\t]|\p{Default_Ignorable_Code_Point}/gu;
const FIXED_SPACES = /[\u00A0\u2007\u202F]/g;
const MANY_BLANK_LINES = /\n[ \t]*(?:\n[ \t]*){2,}/g;

/** A no-break space. */
export const FIXED_SPACE = '\u00A0';

/** Cleans a text for typesetting: well formed, with one kind of line end and one kind of no-break space. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(LINE_ENDS, '\n')
    .replace(INVISIBLE, '')
    .replace(FIXED_SPACES, FIXED_SPACE)
    .replace(MANY_BLANK_LINES, '\n\n');

/** Cleans a text and joins its lines. */
export const cleanLine = (text: string): string =>
  cleanText(text)
    .replace(/\s*\n\s*/g, ' ')
    .trim();

// Digits of other scripts, except the two scripts that write them from right to left.
const FOREIGN_DIGIT = '[^\\P{Nd}0-9\\u{7C0}-\\u{7C9}\\u{1E950}-\\u{1E959}]';
const FOREIGN_NUMBER = `${FOREIGN_DIGIT}(?:[.,:/\\u{66B}\\u{66C}${FIXED_SPACE}]?${FOREIGN_DIGIT}){0,15}`;
const CLUSTER = new RegExp(`${FOREIGN_NUMBER}|\\P{M}\\p{M}{0,31}|\\p{M}`, 'gu');
const STARTS_AS_NUMBER = new RegExp(`^${FOREIGN_DIGIT}`, 'u');

/** Splits a word into units that stay together: a letter with its marks, or a number such as '٢٫٥'. */
export const clustersOf = (word: string): string[] => word.match(CLUSTER) ?? [];

export const isForeignNumber = (cluster: string): boolean => STARTS_AS_NUMBER.test(cluster);
