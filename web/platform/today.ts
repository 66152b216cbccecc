import { dayIn } from '#contract/days';
import { timeZoneOf } from '#contract/regions';
import { useCurrentUser } from '#web/platform/current-user.ts';

/** The professional's time zone, which may differ from the browser's. */
export const useTimeZone = (): string => timeZoneOf(useCurrentUser().region);

export const useToday = (): string => dayIn(useTimeZone(), new Date());
