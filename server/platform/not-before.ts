/** The time of an event that must not precede earlier ones, although the clock may have been set back since. */
export const notBefore = (now: Date, ...earlier: readonly Date[]): Date =>
  new Date(Math.max(now.getTime(), ...earlier.map((one) => one.getTime())));
