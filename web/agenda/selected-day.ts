import { useSearchParams } from 'react-router';
import { z } from 'zod';

const PARAMETER = 'fecha';

// The calendar cannot compute with the years at the end of the range of Date.
const Day = z.iso.date().regex(/^(19|20)/);

/** A parameter that is not a day means today. */
export const dayFrom = (parameter: string | null, today: string): string => Day.safeParse(parameter).data ?? today;

/** The day in the address, and a function that navigates to another day without scrolling. */
export function useSelectedDay(today: string): [day: string, goTo: (day: string) => void] {
  const [params, setParams] = useSearchParams();
  const goTo = (day: string) => setParams({ [PARAMETER]: day }, { preventScrollReset: true });
  return [dayFrom(params.get(PARAMETER), today), goTo];
}
