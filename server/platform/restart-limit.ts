export const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 10 * 60 * 1000;
export const RESTART_WINDOW_MINUTES = RESTART_WINDOW_MS / 60_000;

/** Whether a process may be started again, given the times of its restarts before. */
export const mayRestart = (restarts: readonly number[], now: number): boolean =>
  restarts.filter((at) => now - at < RESTART_WINDOW_MS).length < MAX_RESTARTS;
