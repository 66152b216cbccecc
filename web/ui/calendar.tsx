import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker } from 'react-day-picker';
import { es } from 'react-day-picker/locale/es';
import { buttonClass } from '#web/ui/button.tsx';

const STEP_CLASS = buttonClass({ look: 'ghost', size: 'icon' });

const CLASSES = {
  months: 'relative',
  nav: 'absolute top-0 right-0 flex',
  button_previous: STEP_CLASS,
  button_next: STEP_CLASS,
  month_caption: 'flex h-11 items-center pl-3',
  caption_label: 'font-bold',
  month_grid: 'mt-1 border-collapse',
  weekday: 'h-9 w-11 font-semibold text-fine text-muted',
  day: 'p-0 text-center',
  day_button:
    'relative size-11 rounded-control text-sm tabular-nums transition-colors duration-150 not-disabled:hover:bg-austral-100 disabled:cursor-not-allowed disabled:opacity-40',
  today:
    '*:font-bold *:after:absolute *:after:bottom-1.5 *:after:left-1/2 *:after:size-1 *:after:-translate-x-1/2 *:after:rounded-full *:after:bg-copper',
  selected: '*:bg-austral-600 *:text-on-austral *:font-bold *:not-disabled:hover:bg-austral-700',
};

const COMPONENTS = {
  Chevron: ({ orientation }: { orientation?: string }) =>
    orientation === 'left' ? (
      <ChevronLeft size={20} aria-hidden="true" />
    ) : (
      <ChevronRight size={20} aria-hidden="true" />
    ),
};

// The picker uses local Dates. Every day has a noon, but not every day has a midnight: clocks may change at it.
function toDate(day: string): Date {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
}

// The picker may return 01:00 on a day without midnight, so only year, month and day are read.
const toDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

export interface CalendarProps {
  day: string;
  today: string;
  /** The first day that can be chosen. */
  from?: string;
  onPick: (day: string) => void;
}

/** The focus starts on the chosen day. Arrow keys move by day and week, Page Up and Page Down by month. */
export function Calendar({ day, today, from, onPick }: CalendarProps) {
  const first = from && toDate(from);
  return (
    <DayPicker
      mode="single"
      autoFocus
      required
      fixedWeeks
      locale={es}
      weekStartsOn={1}
      today={toDate(today)}
      defaultMonth={toDate(day)}
      selected={toDate(day)}
      onSelect={(date) => onPick(toDay(date))}
      {...(first && { startMonth: first, disabled: { before: first } })}
      classNames={CLASSES}
      components={COMPONENTS}
    />
  );
}
