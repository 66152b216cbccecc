import { SLOTS } from '#contract/agenda';
import { addDays, toClock, toMinutes } from '#contract/days';
import { holidaysOf } from '#contract/holidays';
import { timeZoneOf } from '#contract/regions';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { wallClockIn } from '../platform/wall-clock.ts';
import { firstFreeSlot } from './next-free.store.ts';

const SEARCHED_DAYS = 366;
const FIRST_SLOT = toMinutes(SLOTS[0]);
const LAST_SLOT = FIRST_SLOT + 30 * (SLOTS.length - 1);

/** The first slot in which the professional attends and sees nobody. A slot of today that has begun is over. */
export async function nextFreeSlot(
  deps: Pick<Deps, 'tenantRead' | 'now'>,
  owner: Owner,
  { duration, from }: { duration: number; from?: string | undefined },
): Promise<{ next: { date: string; time: string } | null }> {
  const now = wallClockIn(timeZoneOf(owner.user.region), deps.now());
  const first = from && from > now.date ? from : now.date;
  const last = addDays(first, SEARCHED_DAYS - 1);
  const years = new Set([first, last].map((day) => Number(day.slice(0, 4))));
  const found = await deps.tenantRead(owner.id, (db) =>
    firstFreeSlot(db, {
      first,
      last,
      notBefore: { date: now.date, minute: toMinutes(now.time) },
      duration,
      slots: { first: FIRST_SLOT, last: LAST_SLOT },
      holidays: [...years].flatMap((year) => [...holidaysOf(year).keys()]),
    }),
  );
  return { next: found ? { date: found.date, time: toClock(found.minute) } : null };
}
