import type { Page } from '@playwright/test';

/** A screen of 60 Hz shows a frame each 16.7 ms. */
export const FRAME_MS = 17;

/** The share of late frames while something is done in the page, in percent. */
export async function lateFrames(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(recordFrames);
  await act();
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  if (frames.length < 30) throw new Error('The page showed hardly any frame');
  return (frames.filter((milliseconds) => milliseconds > FRAME_MS).length / frames.length) * 100;
}

/** Runs in the page: the time between each frame and the one before. */
function recordFrames(): void {
  const frames: number[] = [];
  Object.assign(window, { frames });
  let last = performance.now();
  const next = (now: number) => {
    frames.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame((now) => {
    last = now;
    requestAnimationFrame(next);
  });
}
