import { encode } from 'uqr';

/** The dark modules as the path of an SVG, in a square of `size` modules with a border. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return { path, size };
}

/** Black on white in both themes, which is the only combination that every scanner reads. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = qrPath(text);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      className="mx-auto size-48 rounded-control"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
