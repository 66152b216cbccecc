import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export const WIDE = { width: 1440, height: 900 };
/** The width of a common phone. */
export const PHONE = { width: 390, height: 844 };
/** The narrowest phone that the product supports. */
export const NARROW_PHONE = { width: 360, height: 740 };

/** The serious and critical violations that axe finds, one line each. */
export async function violations(builder: AxeBuilder): Promise<string[]> {
  const found = await builder.analyze();
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`));
}

/** WCAG 2.5.3 is not among the rules that axe runs by default. */
export const allRules = (page: Page) =>
  new AxeBuilder({ page }).options({ rules: { 'label-content-name-mismatch': { enabled: true } } });

const contrastAlone = (page: Page) => new AxeBuilder({ page }).withRules('color-contrast');

/** The browser evaluates media queries when it draws the next frame, and colours may then change by a transition. */
const settledFrame = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });

/** By the class that the theme script sets or, on pages without scripts, by the preference of the browser. */
const isDark = (page: Page) =>
  page.evaluate(() => {
    const { classList } = document.documentElement;
    if (classList.contains('light') || classList.contains('dark')) return classList.contains('dark');
    return matchMedia('(prefers-color-scheme: dark)').matches;
  });

const overflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

type Size = typeof PHONE;
type Theme = 'light' | 'dark';

async function expectNoViolations(page: Page, size: Size, theme: Theme, scan: (page: Page) => AxeBuilder) {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: theme });
  await expect.poll(() => isDark(page)).toBe(theme === 'dark');
  await settledFrame(page);
  const shown = `${new URL(page.url()).pathname}, ${size.width} px, ${theme}`;
  // Polled: on a busy machine the frame after the next one may still have the old width.
  await expect
    .configure({ soft: true })
    .poll(() => overflow(page), `${shown}: desborde`)
    .toBeLessThanOrEqual(0);
  expect.soft(await violations(scan(page)), shown).toEqual([]);
}

/** Scans with all rules in the light theme alone: for another layout of a screen whose colours were scanned. */
export const expectAccessibleLayout = (page: Page, size: Size): Promise<void> =>
  expectNoViolations(page, size, 'light', allRules);

/**
 * Scans the screen as it is now with all rules in the light theme, and again for contrast in the dark theme on a narrow
 * phone: only colours change with the theme. Nothing is wider than the screen, at the size and on the phone.
 */
export async function expectAccessible(page: Page, size = WIDE): Promise<void> {
  await expectAccessibleLayout(page, size);
  await expectNoViolations(page, NARROW_PHONE, 'dark', contrastAlone);
}

/** Scans wide and on a narrow phone, each in both themes. */
export async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  for (const size of [WIDE, NARROW_PHONE]) {
    await expectAccessibleLayout(page, size);
    await expectNoViolations(page, size, 'dark', contrastAlone);
  }
}
