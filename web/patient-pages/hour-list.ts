import type { FreeHours } from '#contract/appointment-links';
import { addDays, dayIn } from '#contract/days';
import { knownZone } from '#contract/regions';
import { dayWithYear, type Hour, readerZone, zonedHour, zoneNote } from '#web/patient-pages/hour-texts.ts';
import { part } from '#web/patient-pages/parts.ts';

/** A professional without working hours has 28 hours a day: more days at once would be a long list on a telephone. */
const DAYS_AT_ONCE = 14;

export interface Period {
  from: string;
  to: string;
}

/** The present day where the professional is. */
export const todayIn = (timeZone: string): string => dayIn(knownZone(timeZone), new Date());

/** The days that are shown first, from a day on. */
export const periodFrom = (from: string): Period => ({ from, to: addDays(from, DAYS_AT_ONCE - 1) });

/** The days after a period. Undefined when none can be chosen after the last day. */
export function nextPeriod({ to }: Period, lastDay: string): Period | undefined {
  if (to >= lastDay) return undefined;
  const end = addDays(to, DAYS_AT_ONCE);
  return { from: addDays(to, 1), to: end < lastDay ? end : lastDay };
}

const countText = (hours: number): string => (hours === 1 ? '1 hora' : `${hours} horas`);

/** Adds days with their free hours to the list, closed, as copies of the model of the page. Returns what it added. */
export function addDaysToList(
  days: readonly FreeHours[],
  timeZone: string,
  choose: (hour: Hour) => void,
): HTMLElement[] {
  const reader = readerZone();
  const added = days.map(({ date, times }) => {
    const day = clone('day-model');
    const heading = day.querySelector('h3') as HTMLElement;
    const [time = ''] = times;
    heading.textContent = dayWithYear(date) + zoneNote({ date, time, timeZone }, reader);
    (day.querySelector('[data-count]') as HTMLElement).textContent = countText(times.length);
    const hours = day.querySelector('ul') as HTMLElement;
    hours.replaceChildren();
    const buttons = () =>
      times.map((time) => hourButton({ date, time }, zonedHour({ date, time, timeZone }, reader), choose));
    // Two weeks have hundreds of hours: a day makes its own when it is opened.
    day.addEventListener('toggle', () => hours.append(...buttons()), { once: true });
    return day;
  });
  part('days').append(...added);
  return added;
}

function hourButton(hour: Hour, name: string, choose: (hour: Hour) => void): HTMLElement {
  const item = clone('hour-model');
  const button = item.querySelector('button') as HTMLElement;
  button.textContent = hour.time;
  button.setAttribute('aria-label', name);
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
