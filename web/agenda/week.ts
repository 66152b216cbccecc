import type { Appointment } from '#contract/agenda';
import { toMinutes } from '#contract/days';
import type { Slot } from '#web/agenda/appointment-actions.ts';

/** An appointment, or an hour that a booking holds. */
type SpanOfDay = Pick<Appointment, 'date' | 'time' | 'duration'> & { overbooked?: boolean };

export interface Placed<One extends SpanOfDay> {
  span: One;
  /** The place from the left, from 0. */
  column: number;
  /** The number of columns that share the width. */
  columns: number;
}

const endOf = ({ time, duration }: SpanOfDay) => toMinutes(time) + duration;

/** Puts spans of a day that overlap beside each other: an overbooked one to the right of the other. */
export function placedInColumns<One extends SpanOfDay>(spans: readonly One[]): Placed<One>[] {
  const placed: Placed<One>[] = [];
  let group: Placed<One>[] = [];
  let groupEnd = 0;
  const close = () => {
    const columns = Math.max(0, ...group.map(({ column }) => column)) + 1;
    placed.push(...group.map((one) => ({ ...one, columns })));
    group = [];
  };
  for (const span of inOrder(spans)) {
    const start = toMinutes(span.time);
    if (start >= groupEnd) close();
    const taken = group.filter((one) => endOf(one.span) > start).map(({ column }) => column);
    let column = 0;
    while (taken.includes(column)) column += 1;
    group.push({ span, column, columns: 1 });
    groupEnd = Math.max(groupEnd, endOf(span));
  }
  close();
  return placed;
}

/** By day and hour; of those at the same hour the overbooked ones last. */
export const inOrder = <One extends SpanOfDay>(spans: readonly One[]): One[] =>
  [...spans].sort(
    (one, other) =>
      one.date.localeCompare(other.date) ||
      one.time.localeCompare(other.time) ||
      Number(one.overbooked ?? false) - Number(other.overbooked ?? false),
  );

/** The free slot that an arrow key reaches from another one, if there is one. */
export function slotBeside(free: readonly Slot[], from: Slot, key: string): Slot | undefined {
  if (key === 'ArrowDown') return free.find(({ date, time }) => date === from.date && time > from.time);
  if (key === 'ArrowUp') return free.findLast(({ date, time }) => date === from.date && time < from.time);
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return undefined;
  const isNext = key === 'ArrowRight';
  const days = free.map(({ date }) => date).filter((date) => (isNext ? date > from.date : date < from.date));
  const day = isNext ? days[0] : days.at(-1);
  const distance = ({ time }: Slot) => Math.abs(toMinutes(time) - toMinutes(from.time));
  return free.filter(({ date }) => date === day).sort((one, other) => distance(one) - distance(other))[0];
}
