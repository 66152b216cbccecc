import { useQuery } from '@tanstack/react-query';
import { getFirstSteps } from '#contract/first-steps';
import { queryFor } from '#web/platform/api.ts';

/** Asked on every visit: a step may have been done on another page. A failure shows no toast. */
export const useFirstSteps = (enabled: boolean) => useQuery({ ...queryFor(getFirstSteps, {}), staleTime: 0, enabled });
