/** One text, so that a copy and a screen reader get it whole. Two lines show the ending of all but the longest names. */
export const FileName = ({ name }: { name: string }) => (
  <span className="wrap-anywhere line-clamp-2 min-w-0 text-left" title={name}>
    {name}
  </span>
);
