import type { Deps } from '#server/deps';
import type { Database } from '#server/platform/database/database';
import { describeError } from '#server/platform/describe-error';
import { type Pace, startRounds } from '#server/platform/start-rounds';
import { dueBookings, waitingProfessionals } from './booking-job.store.ts';
import { type EndingDeps, endBooking } from './ending.service.ts';
import { offerFreeHours } from './offering.service.ts';

export type BookingJobDeps = EndingDeps & Pick<Database, 'mail'> & Pick<Deps, 'warn'>;

const INTERVAL_MS = 10_000;

/** Ends the bookings that nobody answered in time, then offers what became free to waiting people. */
export async function workOnBookings(deps: BookingJobDeps, pace?: Pace): Promise<void> {
  const now = deps.now();
  const ended = (await dueBookings(deps.mail, now)).map(({ ownerId, id }) => ({
    ownerId,
    work: () => endBooking(deps, ownerId, id),
  }));
  await doAll(deps, ended, pace);
  const offers = (await waitingProfessionals(deps.mail, now)).map((ownerId) => ({
    ownerId,
    work: () => offerFreeHours(deps, ownerId),
  }));
  await doAll(deps, offers, pace);
}

interface Work {
  ownerId: string;
  work(): Promise<unknown>;
}

async function doAll(deps: Pick<Deps, 'warn'>, works: readonly Work[], pace: Pace | undefined): Promise<void> {
  for (const { ownerId, work } of works) {
    if (pace?.isStopped()) return;
    const startedAt = performance.now();
    // A professional whose bookings fail does not keep the others waiting.
    await work().catch((error: Error) => {
      deps.warn({ ownerId, ...describeError(error) }, 'bookings of a professional could not be worked on');
    });
    await pace?.rest(performance.now() - startedAt);
  }
}

/** Works on bookings now and every few seconds. Returns a function that stops it after the professional under way. */
export const startBookingJob = (deps: BookingJobDeps): (() => Promise<void>) =>
  startRounds({
    everyMs: INTERVAL_MS,
    run: (pace) => workOnBookings(deps, pace),
    warn: deps.warn,
    failure: 'due bookings could not be read',
  });
