import { withUnit } from '#contract/measurement-texts';
import { formatDecimal } from '#contract/measurements';
import { axisOf, type Point, type Series } from '#web/patient-profile/measurement-series.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { formatInstant } from '#web/ui/format-instant.ts';

/** Beyond these, the points of a line would touch each other. */
const MAX_SHOWN_POINTS = 40;

/** The second line differs in its dashes too, not only in its colour. */
const LOOKS = [
  { line: 'text-austral-600', dashes: undefined },
  { line: 'text-copper', dashes: '6 4' },
] as const;

/** The latest value, and a line over time when there are several. The table beside it has the same values. */
export function MeasurementChart({ series: { title, unit, lines } }: { series: Series }) {
  const timeZone = useTimeZone();
  const measured = lines.filter(({ points }) => points.length > 0);
  const dates = measured.flatMap(({ points }) => points.map(({ date }) => date)).sort();
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  const latest = measured.map(({ points }) => formatDecimal(points.at(-1)?.value ?? 0)).join('/');
  const isLine = first !== last;
  const [low, middle, high] = axisOf(measured.flatMap(({ points }) => points.map(({ value }) => value)));
  const duration = Date.parse(last) - Date.parse(first);
  const place = ({ date, value }: Point) => ({
    x: ((Date.parse(date) - Date.parse(first)) / duration) * 100,
    y: 100 - ((value - low) / (high - low)) * 100,
  });
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">{title}</span>
        <span className="tabular-nums">
          <span className="font-semibold">{withUnit(latest, unit)}</span>{' '}
          <span className="text-muted text-sm">{formatInstant(last, timeZone).day}</span>
        </span>
      </figcaption>
      {isLine && (
        <div className="mt-2 grid grid-cols-[auto_1fr] gap-x-2 text-fine text-muted tabular-nums">
          <div className="flex h-24 flex-col justify-between text-right leading-none">
            {[high, middle, low].map((mark) => (
              <span key={mark}>{formatDecimal(mark)}</span>
            ))}
          </div>
          <svg
            aria-hidden="true"
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="my-1 h-22 w-full overflow-visible"
          >
            <path
              d="M0,0H100M0,50H100M0,100H100"
              className="text-line"
              stroke="currentColor"
              vectorEffect="non-scaling-stroke"
            />
            {measured.map(({ name, points }, index) => (
              <LinePath key={name} points={points.map(place)} look={LOOKS[index] ?? LOOKS[0]} />
            ))}
          </svg>
          <div className="col-start-2 mt-1 flex justify-between">
            <span>{formatInstant(first, timeZone).day}</span>
            <span>{formatInstant(last, timeZone).day}</span>
          </div>
        </div>
      )}
      {isLine && measured.length > 1 && (
        <p className="mt-1 flex gap-4 text-fine text-muted">
          {measured.map(({ name }, index) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <svg aria-hidden="true" viewBox="0 0 24 4" className={`h-1 w-6 ${LOOKS[index]?.line}`}>
                <path d="M0,2H24" stroke="currentColor" strokeWidth="2" strokeDasharray={LOOKS[index]?.dashes} />
              </svg>
              {name}
            </span>
          ))}
        </p>
      )}
    </figure>
  );
}

interface LineProps {
  points: { x: number; y: number }[];
  look: (typeof LOOKS)[number];
}

const round = (length: number) => Math.round(length * 100) / 100;
const at = ({ x, y }: LineProps['points'][number]) => `${round(x)},${round(y)}`;

function LinePath({ points, look }: LineProps) {
  return (
    <g className={look.line} fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round">
      <path
        d={`M${points.map(at).join('L')}`}
        strokeWidth="2"
        strokeDasharray={look.dashes}
        vectorEffect="non-scaling-stroke"
      />
      {/* Lines without a length are round points, whatever the width of the chart is. */}
      {points.length <= MAX_SHOWN_POINTS && (
        <path d={points.map((one) => `M${at(one)}h0`).join('')} strokeWidth="7" vectorEffect="non-scaling-stroke" />
      )}
    </g>
  );
}
