import { addDays } from '#contract/days';
import { timeZoneOf } from '#contract/regions';
import { type Owner, todayOf } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { readFreeHours } from './free-hours.service.ts';

const SEARCHED_DAYS = 366;

/** The first slot in which the professional attends and sees nobody. A slot of today that has begun is over. */
export async function nextFreeSlot(
  deps: Pick<Deps, 'tenantRead' | 'now'>,
  owner: Owner,
  { duration, from = '' }: { duration: number; from?: string | undefined },
): Promise<{ next: { date: string; time: string } | null }> {
  const now = deps.now();
  const today = todayOf(owner, now);
  const first = from > today ? from : today;
  const period = { from: first, to: addDays(first, SEARCHED_DAYS - 1) };
  const search = { ...period, timeZone: timeZoneOf(owner.user.region), now, notBefore: now, duration, limit: 1 };
  const [day] = await deps.tenantRead(owner.id, (db) => readFreeHours(db, search));
  const [time] = day?.times ?? [];
  return { next: day && time !== undefined ? { date: day.date, time } : null };
}
