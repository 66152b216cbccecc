import { useSearchParams } from 'react-router';
import { z } from 'zod';

const PARAMETER = 'fecha';

// Nobody's agenda reaches further, and far enough out the calendar's own arithmetic ends.
const Day = z.iso.date().regex(/^(19|20)/);

/** What is not a day means today. */
export const dayFrom = (parameter: string | null, today: string): string => Day.safeParse(parameter).data ?? today;

/** The day in the address, and how to go to another: a step in the history that leaves the page where it is. */
export function useSelectedDay(today: string): [day: string, goTo: (day: string) => void] {
  const [params, setParams] = useSearchParams();
  const goTo = (day: string) => setParams({ [PARAMETER]: day }, { preventScrollReset: true });
  return [dayFrom(params.get(PARAMETER), today), goTo];
}
