// A real QR code of the text 'EJEMPLO - FICHA AUSTRAL', one hexadecimal number a row.
const ROWS =
  '1fcf7f 105441 17565d 174a5d 175e5d 105c41 1fd57f 001100 1a6776 149c00 15d1ae 0b2d83 00d40c 00165d 1fd335 1047d9 174a2e 17567f 174561 1055ed 1fd7d8'.split(
    ' ',
  );
const SIZE = ROWS.length;

const darkRuns = (row: string, y: number) =>
  [...Number.parseInt(row, 16).toString(2).padStart(SIZE, '0').matchAll(/1+/g)].map(
    ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
  );

const MODULES = ROWS.flatMap(darkRuns).join('');

/** Black on white in both themes, which is the only combination that every scanner reads. */
export function SampleQr({ className }: { className: string }) {
  return (
    <svg viewBox={`-2 -2 ${SIZE + 4} ${SIZE + 4}`} shapeRendering="crispEdges" aria-hidden="true" className={className}>
      <rect x="-2" y="-2" width="100%" height="100%" fill="white" />
      <path d={MODULES} fill="black" />
    </svg>
  );
}
