import { dayIn } from '#contract/days';
import { timeZoneOf } from '#contract/regions';
import { useCurrentUser } from '#web/platform/current-user.ts';

/** The professional's, wherever the computer is. */
export const useTimeZone = (): string => timeZoneOf(useCurrentUser().region);

export const useToday = (): string => dayIn(useTimeZone(), new Date());
