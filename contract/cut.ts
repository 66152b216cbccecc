/** Truncates a text and appends an ellipsis: 'Dolor lumbar desde…' */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  // The cut must not leave half of a surrogate pair.
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
