import type { Load } from '#web/app/next-screens.ts';
import { whenScreenIsIdle } from '#web/platform/screen-idle.ts';

/**
 * Milliseconds after the screen has its parts and data. A person who leaves earlier may not open another screen at all.
 */
export const NEXT_SCREENS_DELAY = 2000;

type Connection = Navigator & { connection?: { saveData?: boolean } };

const isWanted = () => navigator.onLine && !(navigator as Connection).connection?.saveData;

/**
 * Loads the modules of the screens that come next, so that a navigation has them at once, also after the network was
 * lost. Returns a function that cancels it.
 */
export function loadNextScreens(loads?: readonly Load[]): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancel = whenScreenIsIdle(() => {
    timer = setTimeout(() => {
      cancel = whenScreenIsIdle(() => void load().catch(() => undefined));
    }, NEXT_SCREENS_DELAY);
  });
  let isCancelled = false;
  async function load(): Promise<void> {
    if (!isWanted()) return;
    const { loadOneByOne } = await import('#web/app/next-screens.ts');
    if (!isCancelled) cancel = loadOneByOne(loads);
  }
  return () => {
    isCancelled = true;
    clearTimeout(timer);
    cancel();
  };
}
