import type { z } from 'zod';
import type { FreeHours } from '#contract/appointment-links';
import {
  type BookingSettings,
  DEFAULT_BOOKING_SETTINGS,
  type previewBookingHours as previewEndpoint,
  suggestedSlug,
} from '#contract/booking-settings';
import { addDays } from '#contract/days';
import { actBy, record } from '#server/audit/audit.store';
import { type Owner, timeZoneOfOwner, todayOf } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { bookableServices, requireService } from '#server/services/services.service';
import { hasWorkingHours } from '#server/working-hours/working-hours.service';
import { bookableHours } from './bookable-hours.service.ts';
import {
  findBookingSettings,
  ownSlugs,
  storeBookingSettings,
  storeSlug,
  takenSlugs,
} from './booking-settings.store.ts';

/** How many slugs are tried before the professional has to think of one. */
const SUGGESTIONS = 50;
/** Nobody keeps more slugs from others. */
const MAX_SLUGS = 20;

export async function getBookingSettings(
  deps: Pick<Deps, 'tenantRead' | 'public'>,
  owner: Owner,
): Promise<BookingSettings> {
  const settings = await deps.tenantRead(owner.id, findBookingSettings);
  return settings ?? { ...DEFAULT_BOOKING_SETTINGS, slug: await freeSlug(deps, owner.user.name) };
}

async function freeSlug(deps: Pick<Deps, 'public'>, name: string): Promise<string> {
  const slug = suggestedSlug(name);
  const candidates = [slug, ...Array.from({ length: SUGGESTIONS }, (_, index) => `${slug}-${index + 2}`)];
  const taken = await takenSlugs(deps.public, candidates);
  return candidates.find((one) => !taken.has(one)) ?? slug;
}

export function putBookingSettings(
  deps: Pick<Deps, 'tenantTransaction' | 'now'>,
  owner: Owner,
  settings: BookingSettings,
): Promise<BookingSettings> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    if (settings.enabled) {
      if (!(await hasWorkingHours(tx))) throw new AppError('BOOKING_NEEDS_HOURS');
      if ((await bookableServices(tx)).length === 0) throw new AppError('BOOKING_NEEDS_SERVICE');
    }
    await keepSlug(tx, settings.slug);
    await storeBookingSettings(tx, settings);
    await record(tx, { ...actBy(owner, owner.id), act: 'booking-settings.changed', at: deps.now() });
    return settings;
  });
}

/** A slug stays with its professional for good, so that no printed address leads to somebody else. */
async function keepSlug(tx: OwnerTx, slug: string): Promise<void> {
  const slugs = await ownSlugs(tx);
  if (slugs.includes(slug)) return;
  if (slugs.length >= MAX_SLUGS) throw new AppError('TOO_MANY_SLUGS');
  if (!(await storeSlug(tx, slug))) throw new AppError('SLUG_TAKEN');
}

const PREVIEWED_DAYS = 7;

/** What patients would be offered in the next days by rules that are not saved. */
export function previewBookingHours(
  deps: Pick<Deps, 'tenantRead' | 'now'>,
  owner: Owner,
  { serviceId, ...rules }: z.output<(typeof previewEndpoint)['body'] & object>,
): Promise<FreeHours[]> {
  const now = deps.now();
  const from = todayOf(owner, now);
  return deps.tenantRead(owner.id, async (db) => {
    const { duration } = await requireService(db, serviceId);
    const period = { from, to: addDays(from, PREVIEWED_DAYS - 1) };
    return bookableHours(db, rules, { ...period, duration, timeZone: timeZoneOfOwner(owner), now });
  });
}
