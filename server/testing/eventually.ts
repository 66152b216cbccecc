import { vi } from 'vitest';

/** Repeats a check until it passes. Generous: no test asserts on time, and the machine may be busy. */
export const eventually = <Found>(check: () => Found | Promise<Found>): Promise<Found> =>
  vi.waitFor(check, { timeout: 60_000, interval: 25 });
