import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { contrastViolations, loadAxe } from './contrast.ts';

export const WIDE = { width: 1440, height: 900 };
/** The width of a common phone. */
export const PHONE = { width: 390, height: 844 };
/** The narrowest phone that the product supports. */
export const NARROW_PHONE = { width: 360, height: 740 };

/** The serious and critical violations that axe finds apart from contrast, one line each. */
async function layoutViolations(page: Page): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      // WCAG 2.5.3 is not among the rules that axe runs by default. Contrast is scanned apart.
      rules: { 'label-content-name-mismatch': { enabled: true }, 'color-contrast': { enabled: false } },
    });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`));
  });
}

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

const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

type Size = typeof PHONE;
type Theme = 'light' | 'dark';

/** Changes only what differs, and both at once: each change costs a layout and a painting of the whole page. */
async function showAs(page: Page, { width, height }: Size, theme: Theme): Promise<void> {
  const shown = page.viewportSize();
  const hasSize = shown?.width === width && shown.height === height;
  const hasTheme = (await isDark(page)) === (theme === 'dark');
  await Promise.all([
    hasSize ? undefined : page.setViewportSize({ width, height }),
    hasTheme ? undefined : page.emulateMedia({ colorScheme: theme }),
  ]);
  if (!hasTheme) await expect.poll(() => isDark(page)).toBe(theme === 'dark');
  await settledFrame(page);
}

async function expectNoOverflow(page: Page): Promise<void> {
  // Polled: on a busy machine the frame after the next one may still have the old width.
  await expect
    .configure({ soft: true })
    .poll(() => overflowOf(page), `${new URL(page.url()).pathname}: desborde a ${page.viewportSize()?.width} px`)
    .toBeLessThanOrEqual(0);
}

async function expectContrast(page: Page, size: Size, theme: Theme): Promise<void> {
  await showAs(page, size, theme);
  await expectNoOverflow(page);
  const violations = await contrastViolations(page);
  expect.soft(violations, `${new URL(page.url()).pathname}: contraste, ${theme}`).toEqual([]);
}

/** Scans with all rules in the light theme alone: for another layout of a screen whose colours were scanned. */
export async function expectAccessibleLayout(page: Page, size: Size): Promise<void> {
  await expectContrast(page, size, 'light');
  expect.soft(await layoutViolations(page), new URL(page.url()).pathname).toEqual([]);
}

/**
 * Scans the screen as it is now with all rules in the light theme, and again for contrast in the dark theme on a narrow
 * phone: only colours change with the theme. Nothing is wider than the screen, at the size and on the phone.
 */
export async function expectAccessible(page: Page, size = WIDE): Promise<void> {
  await expectAccessibleLayout(page, size);
  await expectContrast(page, NARROW_PHONE, 'dark');
}

/** Scans with all rules, wide and on a narrow phone, each in both themes. */
export async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  for (const size of [WIDE, NARROW_PHONE]) {
    await expectAccessibleLayout(page, size);
    await expectContrast(page, size, 'dark');
  }
}
