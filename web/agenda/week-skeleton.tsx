import type { ReactNode } from 'react';
import { SLOTS } from '#contract/agenda';

/** The height of a slot in the week, in rem: a card of half an hour has room for a name and two words. */
export const WEEK_SLOT_REM = 4;

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

export const Hours = () => (
  <ol aria-hidden="true" className="text-fine text-muted tabular-nums">
    {SLOTS.map((time) => (
      <li key={time} style={{ height: `${WEEK_SLOT_REM}rem` }} className="px-2 pt-1">
        {time}
      </li>
    ))}
  </ol>
);

/** As large as the week that comes. */
export function WeekSkeleton({ days }: { days: readonly string[] }) {
  return (
    <div aria-busy="true">
      <p className="sr-only">Cargando citas</p>
      <WeekFrame columns={days.length}>
        <div className={HEADING_CLASS} />
        {days.map((day) => (
          <div key={day} className={HEADING_CLASS} />
        ))}
        <Hours />
        {days.map((day) => (
          <div key={day} className="animate-pulse border-line border-l bg-austral-50" />
        ))}
      </WeekFrame>
    </div>
  );
}
