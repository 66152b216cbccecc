/** The beginning of a text: 'Dolor lumbar desde…' */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  // Half a pair of surrogates is no character.
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
