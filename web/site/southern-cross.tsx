/** [x, y, radius] of the stars Gacrux, Mimosa, Acrux, Imai and Ginan. */
const STARS = [
  [196, 40, 9],
  [92, 150, 11],
  [172, 300, 13],
  [262, 128, 8],
  [232, 206, 4],
] as const;

const star = ([x, y, r]: (typeof STARS)[number]) => {
  const w = r * 0.22;
  return `M${x} ${y - r}q${w} ${r - w} ${r} ${r}q${-(r - w)} ${w} ${-r} ${r}q${-w} ${-(r - w)} ${-r} ${-r}q${r - w} ${-w} ${r} ${-r}z`;
};

export function SouthernCross({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 340 340" aria-hidden="true" className={className}>
      <path d="M196 40 172 300M92 150 262 128" fill="none" stroke="currentColor" strokeDasharray="2 7" />
      <path d={STARS.map(star).join('')} fill="currentColor" />
    </svg>
  );
}
