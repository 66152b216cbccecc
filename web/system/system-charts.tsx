import type { SystemState } from '#contract/system';
import { latencyText, percentText } from '#web/system/system-texts.ts';
import { formatCount, formatNumber } from '#web/ui/format-number.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Sparkline } from '#web/ui/sparkline.tsx';

interface Chart {
  name: string;
  figure: string;
  detail: string;
  values: readonly (number | null)[];
  /** The value at full height, if no other is higher. */
  least: number;
  textOf: (value: number) => string;
}

const GRID_CLASS = 'grid grid-cols-2 gap-x-6 gap-y-5 sm:gap-x-8 xl:grid-cols-4';
const NAMES = ['Peticiones por minuto', 'Latencia (p95)', 'Errores del servidor', 'Retraso del proceso'] as const;

/** The minute under way is left out: it would look like a drop. */
function chartsOf({ requests, eventLoop }: SystemState): Chart[] {
  const { lastHour } = requests;
  const minutes = requests.minutes.slice(0, -1);
  const delays = eventLoop.p99Ms;
  const count = (value: number) => formatNumber(value);
  const latency = (value: number | null) => (value === null ? '—' : latencyText(value));
  return [
    {
      name: NAMES[0],
      figure: count(minutes.at(-1)?.total ?? 0),
      detail: `${count(lastHour.total)} en la última hora`,
      values: minutes.map(({ total }) => total),
      least: 10,
      textOf: count,
    },
    {
      name: NAMES[1],
      figure: latency(lastHour.p95Ms),
      detail: `p99: ${latency(lastHour.p99Ms)}`,
      values: minutes.map(({ p95Ms }) => p95Ms),
      least: 100,
      textOf: latencyText,
    },
    {
      name: NAMES[2],
      figure: count(lastHour.failed),
      detail:
        lastHour.total === 0 ? 'sin peticiones' : `${percentText(lastHour.failed / lastHour.total)} de las peticiones`,
      values: minutes.map(({ failed }) => failed),
      least: 5,
      textOf: count,
    },
    {
      name: NAMES[3],
      figure: latencyText(delays.at(-1) ?? 0),
      detail: `máximo: ${latencyText(Math.max(0, ...delays))}`,
      values: [...Array<null>(Math.max(0, minutes.length - delays.length)).fill(null), ...delays],
      least: 100,
      textOf: latencyText,
    },
  ];
}

/** The last hour, by minute. */
export const SystemCharts = ({ state }: { state: SystemState }) => (
  <dl className={GRID_CLASS}>
    {chartsOf(state).map(({ name, figure, detail, values, least, textOf }) => (
      <div key={name} className="min-w-0">
        <dt className="text-muted text-sm">{name}</dt>
        <dd>
          <p className="font-bold text-heading tabular-nums">{figure}</p>
          <Sparkline values={values} least={least} label={alternativeOf(name, values, textOf)} />
          <p className="mt-1 text-fine text-muted tabular-nums">{detail}</p>
        </dd>
      </div>
    ))}
  </dl>
);

function alternativeOf(name: string, values: Chart['values'], textOf: Chart['textOf']): string {
  const known = values.filter((value) => value !== null);
  const newest = known.at(-1);
  if (newest === undefined) return `${name}: sin datos en la última hora`;
  return `${name}, ${formatCount(known.length, 'minuto', 'minutos')} con datos: último ${textOf(newest)}, mínimo ${textOf(Math.min(...known))}, máximo ${textOf(Math.max(...known))}`;
}

/** For a part of a page whose loading is already announced. */
export const SystemChartsSkeleton = () => (
  <div className={GRID_CLASS}>
    {NAMES.map((name) => (
      <div key={name}>
        <Skeleton className="mt-1 h-3.5 w-32" />
        <Skeleton className="mt-2 h-6.75 w-16" />
        <Skeleton className="mt-2 h-10 w-full" />
        <Skeleton className="mt-2 h-3 w-28" />
      </div>
    ))}
  </div>
);
