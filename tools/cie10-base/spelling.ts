/** A word or a run of words in lower case, as the source writes it, and its correct spelling. */
export type Correction = readonly [written: string, right: string];

const WORDS = /[\p{L}\p{N}]+/gu;
/** Codes inside a text: '(g05.1)'. */
const CODES = /(?<![\p{L}\p{N}])[a-z]\d\d(?:\.\d)?(?![\p{L}\p{N}])/gu;
const PADDING = /(?<=[([]) +| +(?=[)\],])/g;

/** Corrects whole words of a text. A capital initial is kept. */
export function spellingOf(pairs: readonly Correction[]): (text: string) => string {
  const rights = new Map(pairs);
  const runs = [...rights.keys()].filter((written) => !/^[\p{L}\p{N}]+$/u.test(written));
  // Longer runs come first, because the first alternative wins.
  const alternatives = runs.sort((a, b) => b.length - a.length).map(RegExp.escape);
  const anyRun = new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'giu');

  const right = (written: string) => capitalAs(written, rights.get(written.toLowerCase()) ?? written);
  return (text) =>
    (runs.length > 0 ? text.replaceAll(anyRun, right) : text)
      .replaceAll(WORDS, right)
      .replaceAll(CODES, (code) => code.toUpperCase())
      .replaceAll(PADDING, '');
}

const capitalAs = (model: string, text: string) =>
  /^\p{Lu}/u.test(model) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
