import type { BookingPage } from '#contract/booking';
import { type BookingSettings, isSlug } from '#contract/booking-settings';
import { timeZoneOf } from '#contract/regions';
import { openProfile } from '#server/auth/open-account.service';
import { takesDeposits } from '#server/deposits/deposit-provider.service';
import type { Deps } from '#server/deps';
import type { DepositProvidersDeps } from '#server/payments/deposit-providers';
import { AppError } from '#server/platform/app-error';
import { identityState } from '#server/professional-identity/professional-identity.service';
import { readReminderSettings } from '#server/reminders/reminder-settings.service';
import { bookableServices } from '#server/services/services.service';
import { findBookingSettings, findPageAddress } from './booking-settings.store.ts';

export type PageDeps = Pick<Deps, 'public' | 'identity' | 'tenantRead' | 'sendsMail'> & DepositProvidersDeps;

/** A page that takes bookings. */
export interface OpenPage {
  ownerId: string;
  timeZone: string;
}

const readAddress = async ({ public: db }: Pick<PageDeps, 'public'>, slug: string) =>
  isSlug(slug) ? findPageAddress(db, slug) : undefined;

/** Whose slug it is, also while booking is off. Undefined for an unknown one. */
export const findSlugOwner = async (deps: Pick<PageDeps, 'public'>, slug: string): Promise<string | undefined> =>
  (await readAddress(deps, slug))?.ownerId;

/** A page that is switched off, of a closed account, or unknown is refused in one way. */
export async function openPage(deps: Pick<PageDeps, 'public' | 'identity'>, slug: string): Promise<OpenPage> {
  const address = await readAddress(deps, slug);
  const profile = address?.enabled ? await openProfile(deps, address.ownerId) : undefined;
  if (!address || !profile) throw new AppError('NOT_FOUND');
  return { ownerId: address.ownerId, timeZone: timeZoneOf(profile.region) };
}

export async function getBookingPage(deps: PageDeps, slug: string): Promise<BookingPage> {
  const data = await bookingPageData(deps, slug);
  if (!data) throw new AppError('NOT_FOUND');
  return data.page;
}

/** What the page shows, its present slug, and the sites that may show it in a frame. */
export async function bookingPageData(
  deps: PageDeps,
  asked: string,
): Promise<{ page: BookingPage; slug: string; embedOrigins: string[] } | undefined> {
  const address = await readAddress(deps, asked);
  if (!address?.enabled) return undefined;
  const { ownerId, slug, embedOrigins } = address;
  const [profile, identity, [settings, services, asksDeposits, { cancelNoticeHours }]] = await Promise.all([
    openProfile(deps, ownerId),
    identityState(deps, ownerId),
    deps.tenantRead(ownerId, (db) =>
      Promise.all([findBookingSettings(db), bookableServices(db), takesDeposits(db, deps), readReminderSettings(db)]),
    ),
  ]);
  if (!profile || !settings) return undefined;
  const { name, profession, specialty, city, region } = profile;
  const page = {
    professional: { name, profession: profession ?? '', specialty, city: city ?? '', identity },
    services: asksDeposits ? services : services.map((service) => ({ ...service, deposit: null })),
    ...rulesToShow(settings),
    timeZone: timeZoneOf(region),
    confirmsByMail: deps.sendsMail,
    cancelNoticeHours,
  };
  return { page, slug, embedOrigins };
}

const rulesToShow = ({ message, approval, windowDays, newPatients }: BookingSettings) => ({
  message,
  approval,
  windowDays,
  acceptsNewPatients: newPatients,
});
