import { setTimeout as delay } from 'node:timers/promises';
import { launchMeasuredBrowser, type MeasuredBrowser, type MeasuredPage } from './devtools.ts';
import { median } from './measure.ts';
import { type Screen, WIDE } from './screens.ts';

/** How many times the CPU of a desktop computer is slowed down, to imitate a telephone. */
const SLOWDOWN = 4;
const ROUNDS = 6;
const SETTLED_MS = 500;

/** Needs no session: the session is stored there, before the application starts. */
const PUBLIC_PAGE = '/terminos';

interface Visitor {
  url: string;
  localStorage: { name: string; value: string }[];
}

/**
 * Milliseconds of script for a navigation to each screen, with and without the throttling. The browser throttles now more
 * and now less, so the median of the rounds counts: the least would be of a round that was throttled less than four times.
 */
export async function navigationScript(visitor: Visitor, screens: Screen[]) {
  await using browser = await launchMeasuredBrowser();
  const round = { browser, visitor, screens };
  return {
    throttled: await medianOfRounds({ ...round, slowdown: SLOWDOWN }),
    unthrottled: await medianOfRounds({ ...round, slowdown: 1 }),
  };
}

interface Round {
  browser: MeasuredBrowser;
  visitor: Visitor;
  screens: Screen[];
  slowdown: number;
}

/** Goes from the home page to each screen inside the application. The pointer reaches a link before it is pressed. */
async function medianOfRounds({ browser, visitor, screens, slowdown }: Round) {
  const times = new Map<string, number[]>(screens.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    await using page = await browser.newPage(WIDE);
    await openHome(page, visitor, slowdown);
    for (const { name, path, heading, button } of screens) {
      const target = button ? `//button[contains(., "${button}")]` : `//a[@href="${path}"]`;
      await page.waitUntil(isShown, target);
      await page.evaluate(pointAt, target);
      await delay(SETTLED_MS);
      const before = await page.scriptTime();
      await page.evaluate(click, target);
      await delay(SETTLED_MS);
      await page.waitUntil(isHeading, heading);
      await delay(SETTLED_MS);
      times.get(name)?.push((await page.scriptTime()) - before);
    }
  }
  return new Map([...times].map(([name, rounds]) => [name, median(rounds)]));
}

async function openHome(page: MeasuredPage, { url, localStorage }: Visitor, slowdown: number): Promise<void> {
  await page.open(url + PUBLIC_PAGE);
  await page.waitUntil((path) => location.pathname === path && document.readyState === 'complete', PUBLIC_PAGE);
  await page.evaluate((items) => {
    for (const { name, value } of items) window.localStorage.setItem(name, value);
  }, localStorage);
  await page.measureScript(slowdown);
  await page.open(`${url}/dashboard`);
  await page.waitUntil(
    () => document.querySelector('h1') !== null && !document.querySelector('.animate-pulse'),
    undefined,
  );
}

/** Runs in the page. The target is an XPath. */
const isShown = (target: string): boolean =>
  document.evaluate(target, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue !== null;

/** Runs in the page. */
function pointAt(target: string): void {
  const found = document.evaluate(target, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
  found?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
}

/** Runs in the page. What waits for the screen runs outside: it would count as script of the page. */
function click(target: string): void {
  const found = document.evaluate(target, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
  (found as HTMLElement).click();
}

/** Runs in the page. */
const isHeading = (heading: string): boolean => document.querySelector('h1')?.textContent.includes(heading) ?? false;
