import type { ReactNode } from 'react';

/** Of the day's list, loaded or not. */
export const SLOTS_CLASS =
  'divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-lift';

interface Props {
  time: string;
  /** How many slots it stands for: it is that many times as tall. */
  slots?: number;
  /** It is now. */
  present?: boolean;
  children: ReactNode;
}

/** An hour and what is in it. */
export function SlotRow({ time, slots = 1, present = false, children }: Props) {
  return (
    <li
      aria-current={present ? 'time' : undefined}
      style={{ minHeight: `${slots * 3.5}rem` }}
      className={`relative grid grid-cols-[4.25rem_minmax(0,1fr)] sm:grid-cols-[5.5rem_minmax(0,1fr)] ${present ? 'before:absolute before:top-6 before:left-1 before:size-2 before:rounded-full before:bg-copper sm:before:left-2' : ''}`}
    >
      <div className="pt-4 pl-4 leading-6 tabular-nums sm:pl-5">
        <time dateTime={time} className={present ? 'font-bold' : 'text-muted'}>
          {time}
        </time>
      </div>
      {children}
    </li>
  );
}
