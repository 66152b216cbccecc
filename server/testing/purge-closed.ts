import { purgeAccount } from '#server/admin/closed-accounts.service';
import type { TestApp } from './test-app.ts';

const WEEK_MS = 7 * 24 * 3600 * 1000;

/** What the clean-up does with a closed account after a week. The clock of the test stays as it is. */
export const purgeClosed = ({ deps }: Pick<TestApp, 'deps'>, { user }: { user: { _id: string } }): Promise<boolean> =>
  purgeAccount({ ...deps, now: () => new Date(deps.now().getTime() + WEEK_MS) }, user._id);
