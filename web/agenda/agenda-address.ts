import { isDay } from '#contract/days';
import { AGENDA_DAY } from '#web/platform/paths.ts';
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
