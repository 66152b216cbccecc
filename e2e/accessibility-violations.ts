import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WIDE = { width: 1440, height: 900 };
/** The width of a common phone. */
export const PHONE = { width: 390, height: 844 };
/** The narrowest phone that the product supports. */
export const NARROW_PHONE = { width: 360, height: 740 };

/** The serious and critical violations that axe finds, one line each. */
async function accessibilityViolations(page: Page, rules?: string[]): Promise<string[]> {
  // The pages have no frames: legacy mode does without the second page that would merge the results of frames.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    // WCAG 2.5.3. Axe does not run this rule by default.
    rules: { 'label-content-name-mismatch': { enabled: true } },
  });
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`));
}

/** The browser evaluates media queries when it draws the next frame. */
const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** By the class that the theme script sets or, on pages without scripts, by the preference of the browser. */
const isDark = (page: Page) =>
  page.evaluate(() => {
    const { classList } = document.documentElement;
    if (classList.contains('light') || classList.contains('dark')) return classList.contains('dark');
    return matchMedia('(prefers-color-scheme: dark)').matches;
  });

const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

async function expectNoOverflow(page: Page, size: typeof PHONE): Promise<void> {
  await page.setViewportSize(size);
  await nextFrame(page);
  // Polled: on a busy machine the frame after the next one may still have the old width.
  await expect
    .configure({ soft: true })
    .poll(() => overflowOf(page), `${new URL(page.url()).pathname}: desborde a ${size.width} px`)
    .toBeLessThanOrEqual(0);
}

async function expectNoViolations(page: Page, colorScheme: 'light' | 'dark', rules?: string[]): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect.poll(() => isDark(page)).toBe(colorScheme === 'dark');
  await nextFrame(page);
  const violations = await accessibilityViolations(page, rules);
  expect.soft(violations, `${new URL(page.url()).pathname}: ${colorScheme}`).toEqual([]);
}

/**
 * Scans the screen as it is now with all rules in the light theme at the first size, and again for contrast in the
 * dark theme at the last one: only colours change with the theme. Nothing is wider than the screen, down to 360 px.
 */
export async function expectAccessible(page: Page, sizes = [WIDE, PHONE]): Promise<void> {
  const [first = WIDE] = sizes;
  await expectNoOverflow(page, first);
  await expectNoViolations(page, 'light');
  for (const size of sizes.slice(1)) await expectNoOverflow(page, size);
  await expectNoViolations(page, 'dark', ['color-contrast']);
  if (sizes.some(({ width }) => width === PHONE.width)) await expectNoOverflow(page, NARROW_PHONE);
}
