import { DURATIONS } from '#contract/agenda';
import { isDay } from '#contract/days';
import { SLOTS } from '#contract/slots';
import { AGENDA_DAY, CREATE_DURATION, CREATE_TIME } from '#web/platform/paths.ts';
import { useSearchParams } from '#web/ui/navigation.tsx';

const VIEW_PARAMETER = 'vista';
const WEEK = 'semana';

export type View = 'day' | 'week';

/** A parameter that is not a day means the default. */
export const dayFrom = (parameter: string | null, defaultDay: string): string =>
  parameter !== null && isDay(parameter) ? parameter : defaultDay;

/** The part of the address that chooses the view and the day. */
export const agendaSearch = (view: View, day: string): string =>
  `?${new URLSearchParams(view === 'week' ? { [VIEW_PARAMETER]: WEEK, [AGENDA_DAY]: day } : { [AGENDA_DAY]: day })}`;

/** What a new appointment begins with. */
export interface Draft {
  date: string;
  time?: string;
  duration?: (typeof DURATIONS)[number];
}

/** The hour and the duration in an address that asks for a new appointment. Others than the offered ones are left out. */
export function draftFrom(params: URLSearchParams, date: string): Draft {
  const draft: Draft = { date };
  const time = SLOTS.find((one) => one === params.get(CREATE_TIME));
  const duration = DURATIONS.find((one) => String(one) === params.get(CREATE_DURATION));
  if (time) draft.time = time;
  if (duration) draft.duration = duration;
  return draft;
}

/** The view and the day in the address, and a function that navigates to another day without scrolling. */
export function useAgendaAddress(defaultDay: string): { view: View; day: string; goTo: (day: string) => void } {
  const [params, setParams] = useSearchParams();
  const view = params.get(VIEW_PARAMETER) === WEEK ? 'week' : 'day';
  return {
    view,
    day: dayFrom(params.get(AGENDA_DAY), defaultDay),
    goTo: (day) => setParams(agendaSearch(view, day), { preventScrollReset: true }),
  };
}
