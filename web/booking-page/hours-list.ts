import type { FreeHours } from '#contract/appointment-links';
import { addDays } from '#contract/days';
import { zoneName } from '#contract/regions';
import type { BookingData } from '#web/booking-page/booking-data.ts';
import { getHours, getNextHour } from '#web/booking-page/booking-requests.ts';
import { noHoursText } from '#web/booking-page/hours-texts.ts';
import type { BookedService } from '#web/booking-page/service-texts.ts';
import { addDaysToList, nextPeriod, type Period, periodFrom, todayIn } from '#web/patient-pages/hour-list.ts';
import { dayWithYear, type Hour, zoneNote } from '#web/patient-pages/hour-texts.ts';
import { announce, focusPart, onPress, part, setText, whileBusy } from '#web/patient-pages/parts.ts';
import { hideProblem } from '#web/patient-pages/problem.ts';

interface Options {
  data: BookingData;
  choose: (hour: Hour) => void;
  /** Says what went wrong, and offers to repeat it. */
  explain: (error: unknown, repeat: () => void) => void;
}

interface Shown {
  service: BookedService;
  /** The day that is open. Without it, the first one with a free hour. */
  openDay: string | undefined;
}

/** The list of the days with free hours. */
export function createHoursList({ data, choose, explain }: Options) {
  const { slug, page } = data;
  const { timeZone, windowDays } = page;
  let serviceId = '';
  let period: Period = { from: '', to: '' };
  /** Counts the loads, so that a late answer about another service shows nothing. */
  let loads = 0;

  const lastDay = () => addDays(todayIn(timeZone), windowDays);

  /** The free hours from today on, at least up to that day. Jumps to the next one when the first days have none. */
  async function findHours(untilDay: string): Promise<{ days: FreeHours[]; text: string }> {
    const today = todayIn(timeZone);
    period = periodFrom(today);
    const days = await getHours(slug, serviceId, period);
    let later = nextPeriod(period, lastDay());
    while (later && period.to < untilDay) {
      days.push(...(await getHours(slug, serviceId, later)));
      period = later;
      later = nextPeriod(period, lastDay());
    }
    if (days.length > 0) return { days, text: '' };
    const next = await getNextHour(slug, serviceId);
    const text = noHoursText(next, { today, windowDays });
    if (!next || next.bookableFrom) {
      period = { from: today, to: lastDay() };
      return { days, text };
    }
    period = periodFrom(next.date);
    return { days: await getHours(slug, serviceId, period), text };
  }

  async function load({ openDay = '' }: Shown): Promise<void> {
    const load = ++loads;
    setLoading(true);
    try {
      const { days, text } = await findHours(openDay);
      if (load !== loads) return;
      setLoading(false);
      setText('no-hours', text);
      if (text) announce(text);
      showHours(days, openDay);
    } catch (error) {
      if (load !== loads) return;
      setLoading(false);
      throw error;
    }
  }

  function setLoading(isLoading: boolean): void {
    part('hours-loading').hidden = !isLoading;
    if (!isLoading) return;
    part('days').replaceChildren();
    part('more-days').hidden = true;
    setText('no-hours', '');
    setText('no-more-hours', '');
  }

  /** Opens the first new day that is not before `openDay`, and gives it the focus of the heading. */
  function showHours(days: readonly FreeHours[], openDay: string): void {
    const added = addDaysToList(days, timeZone, choose);
    for (const [index, { date }] of days.entries()) {
      const heading = added[index]?.querySelector('h3');
      // One note above the list names the zone.
      if (heading) heading.textContent = dayWithYear(date);
    }
    const wanted = days.findIndex(({ date }) => date >= openDay);
    const opened = added[Math.max(wanted, 0)];
    opened?.setAttribute('open', '');
    if (document.activeElement === part('hours-heading')) opened?.querySelector('summary')?.focus();
    part('more-days').hidden = !nextPeriod(period, lastDay());
    showZone(days);
  }

  function showZone(days: readonly FreeHours[]): void {
    const isOther = days.some(({ date, times: [time = ''] }) => zoneNote({ date, time, timeZone }) !== '');
    if (isOther) setText('zone', `Las horas son en ${zoneName(timeZone)}, distinta de la de tu dispositivo.`);
  }

  async function loadMore(): Promise<void> {
    const load = loads;
    let days: FreeHours[] = [];
    for (let later = nextPeriod(period, lastDay()); later && days.length === 0; later = nextPeriod(period, lastDay())) {
      days = await getHours(slug, serviceId, later);
      if (load !== loads) return;
      period = later;
    }
    showHours(days, '');
    setText('no-more-hours', days.length === 0 ? `No hay más horas hasta el ${dayWithYear(lastDay())}.` : '');
    const first = part('days').children[part('days').childElementCount - days.length];
    (first?.querySelector('summary') ?? part('no-more-hours')).focus();
  }

  function loadAgain(shown: Shown): void {
    hideProblem();
    load(shown).catch((error) => explain(error, () => repeat('hours-heading', () => loadAgain(shown))));
  }

  /** The pressed button disappears. */
  function repeat(focused: string, act: () => void): void {
    focusPart(focused);
    act();
  }

  function pressMore(button: HTMLElement): void {
    hideProblem();
    void whileBusy(button, () =>
      loadMore().catch((error) => explain(error, () => repeat('more-days', () => pressMore(button)))),
    );
  }
  onPress('more-days', pressMore);

  return {
    show(shown: Shown): void {
      serviceId = shown.service._id;
      loadAgain(shown);
    },
  };
}
