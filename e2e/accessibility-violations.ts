import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const WIDE = { width: 1440, height: 900 };
/** The width of a common phone. */
export const PHONE = { width: 390, height: 844 };
/** The narrowest phone that the product supports. */
export const NARROW_PHONE = { width: 360, height: 740 };

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The serious and critical violations that axe finds, one line each. */
async function accessibilityViolations(page: Page, rules?: string[]): Promise<string[]> {
  // Loaded for every scan: axe keeps what it computed, and the theme may have changed since. The pages have no frames.
  await page.evaluate(AXE_SOURCE);
  return page.evaluate(async (only) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: only }),
      // WCAG 2.5.3. Axe does not run this rule by default.
      rules: only ? {} : { 'label-content-name-mismatch': { enabled: true } },
    });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`));
  }, rules);
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

async function expectNoOverflow(page: Page, size: typeof PHONE): Promise<void> {
  await page.setViewportSize(size);
  await settledFrame(page);
  // Polled: on a busy machine the frame after the next one may still have the old width.
  await expect
    .configure({ soft: true })
    .poll(() => overflowOf(page), `${new URL(page.url()).pathname}: desborde a ${size.width} px`)
    .toBeLessThanOrEqual(0);
}

async function expectNoViolations(page: Page, colorScheme: 'light' | 'dark', rules?: string[]): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect.poll(() => isDark(page)).toBe(colorScheme === 'dark');
  await settledFrame(page);
  const violations = await accessibilityViolations(page, rules);
  expect.soft(violations, `${new URL(page.url()).pathname}: ${colorScheme}`).toEqual([]);
}

/** Scans with all rules in the light theme alone: for another layout of a screen whose colours were scanned. */
export async function expectAccessibleLayout(page: Page, size: typeof PHONE): Promise<void> {
  await expectNoOverflow(page, size);
  await expectNoViolations(page, 'light');
}

/**
 * Scans the screen as it is now with all rules in the light theme, and again for contrast in the dark theme on a narrow
 * phone: only colours change with the theme. Nothing is wider than the screen, at the size and on the phone.
 */
export async function expectAccessible(page: Page, size = WIDE): Promise<void> {
  await expectAccessibleLayout(page, size);
  await expectNoOverflow(page, NARROW_PHONE);
  await expectNoViolations(page, 'dark', ['color-contrast']);
}
