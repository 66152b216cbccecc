import { brotliCompressSync } from 'node:zlib';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { browserOptions } from '../tools/browser.ts';
import { atMost, type Figure, withoutGoal } from './measure.ts';
import { navigationScript } from './navigation-script.ts';
import { run, SERVER, withDataDir } from './product.ts';
import { NARROW, type Screen, screensWith, signedIn, WIDE } from './screens.ts';

const SCRIPT_GOAL_MS = 150;
const SCRIPT_GOAL_KB = 260;
const SETTLED_MS = 500;

/** Measures the screens behind the login: what they load the first time, layout shift, and the script of a navigation. */
export const benchNavigation = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    await using product = await run(SERVER, { DATA_DIR: dataDir }, '/api/health');
    await using browser = await chromium.launch({
      ...browserOptions(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    const { storageState, patientId } = await signedIn(product.url);
    const context = { baseURL: product.url, storageState, locale: 'es-CL' };
    const screens = screensWith(patientId);
    const loads = await loadEach(browser, context, screens);
    const [{ localStorage = [] } = {}] = storageState.origins;
    const { throttled, unthrottled } = await navigationScript({ url: product.url, localStorage }, screens);
    return screens.flatMap(({ name }) => {
      const { kilobytes = Number.NaN, shift = Number.NaN } = loads.get(name) ?? {};
      return [
        atMost(`${name}, JavaScript the first time (brotli)`, kilobytes, SCRIPT_GOAL_KB, 'kB'),
        atMost(`${name}, layout shift`, shift, 0, ''),
        atMost(`navigation to ${name}, script`, throttled.get(name) ?? Number.NaN, SCRIPT_GOAL_MS, 'ms'),
        withoutGoal(`navigation to ${name} without throttling, script`, unthrottled.get(name) ?? Number.NaN, 'ms'),
      ];
    });
  });

/** Runs in the page: the screen is usable when it shows its heading and no skeleton. */
function noteWhenUsable(heading: string): void {
  const observer = new MutationObserver(() => {
    const isShown = document.querySelector('h1')?.textContent.includes(heading);
    if (!isShown || document.querySelector('.animate-pulse')) return;
    performance.mark('usable');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Runs in the page. What the browser downloads later does not count. */
function scriptsUntilUsable(): string[] {
  const [usable] = performance.getEntriesByName('usable');
  return performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= (usable?.startTime ?? -1))
    .map(({ name }) => name);
}

/** Opens each screen as a new visitor, wide and narrow. */
async function loadEach(browser: Browser, options: BrowserContextOptions, screens: Screen[]) {
  const loads = new Map<string, { kilobytes: number; shift: number }>();
  for (const { name, path, heading } of screens) {
    let kilobytes = 0;
    let shift = 0;
    for (const viewport of [WIDE, NARROW]) {
      await using context = await browser.newContext({ ...options, serviceWorkers: 'block', viewport });
      const page = await context.newPage();
      const bodies = new Map<string, Promise<Buffer>>();
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') bodies.set(response.url(), response.body());
      });
      await page.addInitScript(noteWhenUsable, heading);
      await page.goto(path, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      shift = Math.max(shift, await layoutShift(page));
      const needed = await page.evaluate(scriptsUntilUsable);
      if (needed.length === 0) throw new Error(`${path} never became usable`);
      const sizes = await Promise.all(
        needed.map(async (url) => brotliCompressSync((await bodies.get(url)) ?? '').length),
      );
      kilobytes = Math.max(kilobytes, sizes.reduce((sum, size) => sum + size, 0) / 1000);
    }
    loads.set(name, { kilobytes, shift });
  }
  return loads;
}

export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    (wait) =>
      new Promise<number>((resolve) => {
        let total = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) total += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(total), wait);
      }),
    SETTLED_MS,
  );
