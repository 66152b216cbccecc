import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { createPatient } from '#contract/patients';
import { browserOptions } from '../tools/browser.ts';
import { atMost, type Figure, withoutGoal } from './measure.ts';
import { run, SERVER, withDataDir } from './product.ts';
import { signIn } from './sign-in.ts';

/** Of a desktop computer, to imitate a telephone. */
const SLOWDOWN = 4;
/** Other work on the machine only adds time, so the least of all rounds counts. */
const ROUNDS = 6;
const SCRIPT_GOAL_MS = 100;
const SCRIPT_GOAL_KB = 180;
const SETTLED_MS = 500;
const GZIP = { level: 9 };

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 };

interface Screen {
  name: string;
  path: string;
  heading: string;
  /** What leads there is a button and not a link. */
  button?: string;
}

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
    const scripts = await navigateToEach(browser, context, screens, untilNextScreensAreLoaded);
    const atOnce = await navigateToEach(browser, context, screens, async () => undefined);
    return screens.flatMap(({ name }) => {
      const { kilobytes = Number.NaN, shift = Number.NaN } = loads.get(name) ?? {};
      return [
        atMost(`${name}, JavaScript the first time (gzip)`, kilobytes, SCRIPT_GOAL_KB, 'kB'),
        atMost(`${name}, layout shift`, shift, 0, ''),
        atMost(`navigation to ${name}, script`, scripts.get(name) ?? Number.NaN, SCRIPT_GOAL_MS, 'ms'),
        withoutGoal(`navigation to ${name} straight after the load, script`, atOnce.get(name) ?? Number.NaN, 'ms'),
      ];
    });
  });

const screensWith = (patientId: string): Screen[] => [
  { name: 'agenda', path: '/dashboard/agenda', heading: 'Agenda' },
  { name: 'patients', path: '/dashboard/pacientes', heading: 'Pacientes' },
  { name: 'patient', path: `/dashboard/pacientes/${patientId}`, heading: 'Rosa Díaz' },
  {
    name: 'new note',
    path: `/dashboard/pacientes/${patientId}/atencion`,
    heading: 'Nota Clínica',
    button: 'Agregar Atención',
  },
  { name: 'account', path: '/dashboard/configuracion', heading: 'Configuración de Cuenta' },
];

/** A professional with a patient. */
export async function signedIn(url: string) {
  const { accessToken, refreshToken } = await signIn(url, 'ana@ejemplo.cl');
  const reply = await fetch(url + createPatient.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ name: 'Rosa Díaz', rut: '11.111.111-1', birthDate: '1980-05-10' }),
  });
  const { _id: patientId } = createPatient.reply.parse(await reply.json());
  const localStorage = Object.entries({ accessToken, refreshToken }).map(([name, value]) => ({ name, value }));
  return { accessToken, patientId, storageState: { cookies: [], origins: [{ origin: url, localStorage }] } };
}

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

/** Runs in the page. What the browser downloads later, when it is idle, does not count. */
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
      await using context = await browser.newContext({ ...options, viewport });
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
      const sizes = await Promise.all(needed.map(async (url) => gzipSync((await bodies.get(url)) ?? '', GZIP).length));
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

/** A person who reads the home page for a few seconds has them. */
const untilNextScreensAreLoaded = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('next-screens-loaded').length > 0, undefined, {
    polling: SETTLED_MS,
  });

/** Goes from the home page to each screen inside the application. Modules that are not there yet are loaded and run. */
async function navigateToEach(
  browser: Browser,
  options: BrowserContextOptions,
  screens: Screen[],
  wait: (page: Page) => Promise<unknown>,
) {
  const least = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++) {
    await using context = await browser.newContext({ ...options, viewport: WIDE });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    // The time of the thread: what other processes take does not count.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const scriptTime = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
    };
    await page.goto('/dashboard', { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await wait(page);
    for (const { name, path, heading, button } of screens) {
      const target = page.locator(button ? `button:has-text("${button}")` : `a[href="${path}"]`).first();
      await target.waitFor({ state: 'attached' });
      const before = await scriptTime();
      await target.evaluate(follow, { heading, wait: SETTLED_MS });
      least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, (await scriptTime()) - before));
      await page.waitForLoadState('networkidle');
    }
  }
  return least;
}

/** Runs in the page, because the locators of Playwright would add their own script. */
function follow(target: HTMLElement | SVGElement, { heading, wait }: { heading: string; wait: number }): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.querySelector('h1')?.textContent.includes(heading)) setTimeout(resolve, wait);
      else requestAnimationFrame(check);
    };
    (target as HTMLElement).click();
    requestAnimationFrame(check);
  });
}
