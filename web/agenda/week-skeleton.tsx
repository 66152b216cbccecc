import type { ReactNode } from 'react';
import { SLOTS } from '#contract/slots';

/** The height of a slot with an appointment, in rem: half an hour has room for two lines of a name and the status. */
export const WEEK_SLOT_REM = 4;

/** The height of a row of the week: lower with a mouse when the hour is free on all days. */
export const rowHeightClass = (isFree: boolean): string => (isFree ? 'h-16 dense:h-7' : 'h-16');

interface FrameProps {
  columns: number;
  children: ReactNode;
}

/** The table around the days: the hours on the left, and as many columns as there are days. */
export function WeekFrame({ columns, children }: FrameProps) {
  return (
    <div
      style={{ gridTemplateColumns: `3.5rem repeat(${columns}, minmax(0, 1fr))` }}
      className="grid overflow-clip rounded-card border border-line bg-surface shadow-lift"
    >
      {children}
    </div>
  );
}

export const HEADING_CLASS =
  'sticky top-16 z-20 flex h-16 flex-col justify-center border-line border-b bg-surface px-2';

/** The hours at which some day has an appointment take more room. */
export const Hours = ({ taken }: { taken: ReadonlySet<string> }) => (
  <ol aria-hidden="true" className="text-fine text-muted tabular-nums">
    {SLOTS.map((time) => (
      <li key={time} className={`px-2 pt-1 ${rowHeightClass(!taken.has(time))}`}>
        {time}
      </li>
    ))}
  </ol>
);

const NONE: ReadonlySet<string> = new Set();

/** As large as a week without appointments. */
export function WeekSkeleton({ days }: { days: readonly string[] }) {
  return (
    <div aria-busy="true">
      <p className="sr-only">Cargando citas</p>
      <WeekFrame columns={days.length}>
        <div className={HEADING_CLASS} />
        {days.map((day) => (
          <div key={day} className={HEADING_CLASS} />
        ))}
        <Hours taken={NONE} />
        {days.map((day) => (
          <div key={day} className="animate-pulse border-line border-l bg-austral-50" />
        ))}
      </WeekFrame>
    </div>
  );
}
