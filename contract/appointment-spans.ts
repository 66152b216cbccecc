import { toMinutes } from './days.ts';

/** The time that an appointment takes. */
export interface Span {
  date: string;
  startMinute: number;
  duration: number;
}

export const overlaps = (a: Span, b: Span): boolean =>
  a.date === b.date && a.startMinute < b.startMinute + b.duration && b.startMinute < a.startMinute + a.duration;

export const toSpan = ({ date, time, duration }: { date: string; time: string; duration: number }): Span => ({
  date,
  startMinute: toMinutes(time),
  duration,
});
