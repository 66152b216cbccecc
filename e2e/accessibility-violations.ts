import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
export const NARROW_PHONE = { width: 360, height: 800 };

/** What axe finds serious or critical, as one line each. */
async function accessibilityViolations(page: Page): Promise<string[]> {
  // There are no frames: the legacy mode spares the second page that would put their results together.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    // WCAG 2.5.3. Axe runs it only when asked to.
    rules: { 'label-content-name-mismatch': { enabled: true } },
  });
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`));
}

/** Media queries are looked at anew only when the next frame is drawn. */
const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** By the class that our script gives to the page, or, where there is no script, by what the browser prefers. */
const isDark = (page: Page) =>
  page.evaluate(() => {
    const { classList } = document.documentElement;
    if (classList.contains('light') || classList.contains('dark')) return classList.contains('dark');
    return matchMedia('(prefers-color-scheme: dark)').matches;
  });

const excessOf = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

const THEMES = ['light', 'dark'] as const;

/**
 * At each size and in both themes: no barrier, and nothing wider than the screen. Of two sizes each has one theme:
 * colours do not change with the width, and every look takes a second.
 */
export async function expectAccessible(page: Page, sizes = [WIDE, PHONE]): Promise<void> {
  for (const [at, size] of sizes.entries()) {
    await page.setViewportSize(size);
    await nextFrame(page);
    const { pathname } = new URL(page.url());
    // Polled: on a busy machine the frame after the next one may still have the old width.
    await expect
      .configure({ soft: true })
      .poll(() => excessOf(page), `${pathname}: desborde a ${size.width} px`)
      .toBeLessThanOrEqual(0);
    for (const colorScheme of sizes.length > 1 ? THEMES.slice(at, at + 1) : THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect.poll(() => isDark(page)).toBe(colorScheme === 'dark');
      await nextFrame(page);
      expect.soft(await accessibilityViolations(page), `${pathname}: ${colorScheme} a ${size.width} px`).toEqual([]);
    }
  }
}
