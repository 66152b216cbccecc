/** Truncates a text and appends an ellipsis: 'Dolor lumbar desde…' */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  // The end must not be half of a surrogate pair.
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
