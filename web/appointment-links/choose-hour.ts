import type { FreeHours, LinkedAppointment } from '#contract/appointment-links';
import { addDays, dayIn } from '#contract/days';
import { MAX_DAYS_AHEAD } from '#contract/link-page';
import { knownZone } from '#contract/regions';
import { part, setText } from '#web/appointment-links/parts.ts';
import { dayWithYear, zonedHour, zoneNote } from '#web/appointment-links/visit-texts.ts';

/** A professional without working hours has 28 hours a day: more days at once would be a long list on a telephone. */
const DAYS_AT_ONCE = 14;

export interface Hour {
  date: string;
  time: string;
}

interface Period {
  from: string;
  to: string;
}

/** The first days in which the patient may choose. */
export function firstPeriod({ timeZone }: LinkedAppointment, now: Date): Period {
  const from = dayIn(knownZone(timeZone), now);
  return { from, to: addDays(from, DAYS_AT_ONCE - 1) };
}

/** The days after a period. Undefined when the patient may choose no later ones. */
export function nextPeriod({ timeZone }: LinkedAppointment, { to }: Period, now: Date): Period | undefined {
  const last = addDays(dayIn(knownZone(timeZone), now), MAX_DAYS_AHEAD);
  const end = addDays(to, DAYS_AT_ONCE);
  return to < last ? { from: addDays(to, 1), to: end < last ? end : last } : undefined;
}

/** Adds days with their free hours to the list. Returns the heading of the first one. */
export function addDaysToList(
  days: readonly FreeHours[],
  { timeZone }: Pick<LinkedAppointment, 'timeZone'>,
  choose: (hour: Hour) => void,
): HTMLElement | undefined {
  const list = part('days');
  const added = days.map(({ date, times }) => {
    const day = clone('day-model');
    const heading = day.querySelector('h3') as HTMLElement;
    const [time = ''] = times;
    heading.textContent = dayWithYear(date) + zoneNote({ date, time, timeZone });
    const hours = day.querySelector('ul') as HTMLElement;
    hours.replaceChildren(...times.map((time) => hourButton({ date, time, timeZone }, choose)));
    list.append(day);
    return heading;
  });
  setText('no-hours', list.childElementCount === 0 ? 'No hay horas libres en estos días.' : '');
  return added[0];
}

export function clearDays(): void {
  part('days').replaceChildren();
  setText('no-hours', '');
}

function hourButton({ timeZone, ...hour }: Hour & { timeZone: string }, choose: (hour: Hour) => void): HTMLElement {
  const item = clone('hour-model');
  const button = item.querySelector('button') as HTMLElement;
  button.textContent = hour.time;
  button.setAttribute('aria-label', zonedHour({ ...hour, timeZone }));
  button.addEventListener('click', () => choose(hour));
  return item;
}

/** A copy of a model, which the page has hidden. */
function clone(model: string): HTMLElement {
  const copy = part(model).cloneNode(true) as HTMLElement;
  delete copy.dataset.part;
  copy.hidden = false;
  return copy;
}
