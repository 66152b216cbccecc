import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { createAppointment } from '#contract/agenda';
import { browserOptions } from '../tools/browser.ts';
import { FRAME_MS, lateFrames } from './frames.ts';
import { atMost, type Figure } from './measure.ts';
import { layoutShift } from './navigation.ts';
import { run, SERVER, withDataDir } from './product.ts';
import { NARROW, signedIn, WIDE } from './screens.ts';
import { sendAs } from './sign-in.ts';

/** Other work on the machine only adds frames that come late, so the best round counts. */
const ROUNDS = 3;
const STEPS = 120;
const LATE_GOAL = 5;

const MONDAY = '2030-01-07';
const WEEK = `/dashboard/agenda?vista=semana&fecha=${MONDAY}`;

/** Measures the week of the agenda: layout shift while it loads, and the frames while a card is dragged. */
export const benchWeek = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    await using product = await run(SERVER, { DATA_DIR: dataDir }, '/api/health');
    await using browser = await chromium.launch({
      ...browserOptions(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    const { accessToken, storageState, patientId } = await signedIn(product.url);
    await fillWeek(product.url, accessToken, patientId);
    const options = { baseURL: product.url, storageState, locale: 'es-CL' };
    const late: number[] = [];
    for (let round = 0; round < ROUNDS; round++) late.push(await lateFramesOfDrag(browser, options));
    return [
      atMost('week, layout shift', await shiftOfWeek(browser, options), 0, ''),
      atMost(`dragging a card, frames over ${FRAME_MS} ms`, Math.min(...late), LATE_GOAL, '%'),
    ];
  });

/** Eight appointments on each day from Monday to Friday. */
async function fillWeek(url: string, accessToken: string, patientId: string): Promise<void> {
  for (let day = 7; day < 12; day++) {
    for (let hour = 9; hour < 17; hour++) {
      const clock = `${String(hour).padStart(2, '0')}:00`;
      const body = { patientId, date: `2030-01-${String(day).padStart(2, '0')}`, time: clock };
      await sendAs(accessToken, url, createAppointment, { body });
    }
  }
}

async function openWeek(page: Page): Promise<void> {
  await page.goto(WEEK, { waitUntil: 'networkidle' });
  await page.getByRole('article').first().waitFor();
}

async function shiftOfWeek(browser: Browser, options: BrowserContextOptions): Promise<number> {
  let shift = 0;
  for (const viewport of [WIDE, NARROW]) {
    await using context = await browser.newContext({ ...options, serviceWorkers: 'block', viewport });
    const page = await context.newPage();
    await openWeek(page);
    shift = Math.max(shift, await layoutShift(page));
  }
  return shift;
}

/** The share of late frames while the mouse drags a card across the week, in percent. It is dropped where it was. */
async function lateFramesOfDrag(browser: Browser, options: BrowserContextOptions): Promise<number> {
  await using context = await browser.newContext({ ...options, serviceWorkers: 'block', viewport: WIDE });
  const page = await context.newPage();
  await openWeek(page);
  const box = await page.getByRole('article').first().boundingBox();
  if (!box) throw new Error('The week shows no card');
  const [x, y] = [box.x + 12, box.y + 8];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 10);
  const late = await lateFrames(page, async () => {
    for (let step = 0; step < STEPS; step++) await page.mouse.move(x + step * 5, y + Math.abs((step % 60) - 30) * 8);
  });
  const isDragged = await page.locator('[data-dragging]').count();
  await page.keyboard.press('Escape');
  if (isDragged !== 1) throw new Error('The card was not dragged');
  return late;
}
