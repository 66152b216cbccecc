/** Enough for the ending and what often tells files apart: a number or a date. */
const END_LENGTH = 14;

/** A name on one line. A long one is cut in the middle, because its end says what it is. */
export function FileName({ name }: { name: string }) {
  const letters = [...name];
  const at = Math.max(0, letters.length - END_LENGTH);
  return (
    <span className="flex min-w-0" title={name}>
      <span className="truncate">{letters.slice(0, at).join('')}</span>
      <span className="shrink-0 whitespace-pre">{letters.slice(at).join('')}</span>
    </span>
  );
}
