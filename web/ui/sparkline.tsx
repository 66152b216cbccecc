const WIDTH = 100;
const HEIGHT = 32;
/** Room for the line itself at the top and at the bottom. */
const MARGIN = 1.5;

interface Props {
  /** In equal steps, the newest last. Null is a gap. */
  values: readonly (number | null)[];
  /** The text alternative: what is shown, with its figures. */
  label: string;
  /** The least value of the full height, so that small values are not drawn as large ones. */
  least: number;
}

/** A small chart without axes. The text beside it has the figures. */
export function Sparkline({ values, label, least }: Props) {
  const top = Math.max(least, ...values.map((value) => value ?? 0));
  const points = values.map((value, index) => ({
    x: (index / Math.max(1, values.length - 1)) * WIDTH,
    y: value === null ? null : HEIGHT - MARGIN - (value / top) * (HEIGHT - 2 * MARGIN),
  }));
  const runs = runsOf(points);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-1 h-10 w-full text-austral-600"
    >
      <path d={runs.map(areaOf).join('')} className="fill-austral-100" />
      <path
        d={runs.map(lineOf).join('')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

interface Point {
  x: number;
  y: number;
}

/** The points between two gaps. */
function runsOf(points: readonly { x: number; y: number | null }[]): Point[][] {
  const runs: Point[][] = [[]];
  for (const { x, y } of points) {
    if (y === null) runs.push([]);
    else runs.at(-1)?.push({ x, y });
  }
  return runs.filter((run) => run.length > 0);
}

const at = ({ x, y }: Point) => `${round(x)},${round(y)}`;
const round = (length: number) => Math.round(length * 100) / 100;

/** A point between two gaps is drawn as a short line. */
const lineOf = (run: Point[]): string =>
  run.length === 1 ? run.map((point) => `M${at(point)}m-0.75,0h1.5`).join('') : `M${run.map(at).join('L')}`;

function areaOf(run: Point[]): string {
  const [first, last] = [run[0], run.at(-1)];
  return first && last ? `M${round(first.x)},${HEIGHT}L${run.map(at).join('L')}L${round(last.x)},${HEIGHT}Z` : '';
}
