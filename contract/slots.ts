import { toClock } from './days.ts';

export const SLOT_MINUTES = 30;
/** '08:00' … '21:30' */
export const SLOTS = Array.from({ length: 28 }, (_, i) => toClock(8 * 60 + i * SLOT_MINUTES)) as [string, ...string[]];
