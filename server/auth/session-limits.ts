const DAY_MS = 24 * 3600 * 1000;
const DAYS_WITHOUT_USE = 30;
const DAYS_IN_ALL = 90;

/** A session is open if it was used and started after these instants, and does not end before `now`. */
export interface SessionLimits {
  usedSince: Date;
  startedSince: Date;
  now: Date;
}

export const sessionLimits = (now: Date): SessionLimits => ({
  usedSince: new Date(now.getTime() - DAYS_WITHOUT_USE * DAY_MS),
  startedSince: new Date(now.getTime() - DAYS_IN_ALL * DAY_MS),
  now,
});
