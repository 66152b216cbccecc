import { DEPOSIT_MINUTES, UNPLACED_DAYS } from '#contract/deposits';
import type { WallClock } from '#server/platform/wall-clock';
import { instantIn } from '#server/platform/wall-clock';

/** When something happens, for a professional. */
export interface Moment {
  timeZone: string;
  at: Date;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long the person has to confirm by mail. */
const VERIFICATION_MS = 30 * MINUTE_MS;
/** How long an hour is offered to one person of the waiting list. */
const OFFER_MS = 2 * HOUR_MS;
/** A request that nobody answers ends after this time, or so long before the visit. */
const ANSWER_MS = 72 * HOUR_MS;
const BEFORE_VISIT_MS = 24 * HOUR_MS;
const MIN_ANSWER_MS = 2 * HOUR_MS;
/** What somebody typed is kept this long after the booking ended, so that its last mail can be sent. */
const KEPT_MS = 7 * DAY_MS;
const KEPT_AFTER_VISIT_MS = 2 * DAY_MS;

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
const later = (one: Date, other: Date): Date => (one < other ? other : one);
const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export const startOf = (hour: WallClock, timeZone: string): Date => instantIn(timeZone, hour);

/** Nothing is held beyond the beginning of the visit. */
export const payableUntil = (at: Date, start: Date): Date => earlier(after(at, DEPOSIT_MINUTES * MINUTE_MS), start);
export const verifiableUntil = (at: Date, start: Date): Date => earlier(after(at, VERIFICATION_MS), start);
export const offeredUntil = (at: Date, start: Date): Date => earlier(after(at, OFFER_MS), start);

/** A request that would leave less than two hours to answer before that ends when the visit begins. */
export function answerableUntil(at: Date, start: Date): Date {
  const dayBefore = after(start, -BEFORE_VISIT_MS);
  return earlier(after(at, ANSWER_MS), dayBefore >= after(at, MIN_ANSWER_MS) ? dayBefore : start);
}

/** A link works until a day after the visit. */
export const linkedUntil = (start: Date, duration: number): Date => after(start, duration * MINUTE_MS + DAY_MS);

/** Whoever paid returns to the page by a link that the provider knows too. */
export const returnableUntil = (payable: Date): Date => after(payable, DAY_MS);

export const unplacedUntil = (at: Date): Date => after(at, UNPLACED_DAYS * DAY_MS);

/** The link of an unplaced booking goes on showing what became of the money. */
export const unplacedLinkedUntil = (at: Date, start: Date, duration: number): Date =>
  later(keptAfter(unplacedUntil(at)), linkedUntil(start, duration));

/** The list forgets an entry three days after its last day. */
export const waitingLinkedUntil = (lastDay: string): Date => after(new Date(`${lastDay}T00:00:00Z`), 3 * DAY_MS);

export const keptAfter = (end: Date): Date => after(end, KEPT_MS);
export const keptAfterVisit = (start: Date): Date => after(start, KEPT_AFTER_VISIT_MS);
