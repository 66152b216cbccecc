import { dayIn } from '#contract/days';
import { timeZoneOf } from '#contract/regions';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { useProfessional } from '#web/platform/professional.ts';

/** The professional's time zone, which may differ from the time zones of the browser and of an assistant. */
export function useTimeZone(): string {
  const { region } = useCurrentUser();
  return useProfessional()?.timeZone ?? timeZoneOf(region);
}

export const useToday = (): string => dayIn(useTimeZone(), new Date());
