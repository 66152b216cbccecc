import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Once for a document: half a megabyte goes to the page. A scan computes everything anew. The pages have no frames. */
export async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate<void>(AXE_SOURCE);
}

/**
 * The styles in which text passed, in this worker. The contrast of a text follows from its style, so that a style is
 * scanned once and not on every screen: the rule takes four fifths of a scan by axe.
 */
const passed = new Set<string>();

/** What axe reports of the contrast of the texts that are shown now, one line each. */
export async function contrastViolations(page: Page): Promise<string[]> {
  if ((await page.evaluate(markUnscanned, [...passed])) === 0) return [];
  await loadAxe(page);
  const found = await page.evaluate(scanMarked);
  for (const style of found.passed) passed.add(style);
  return found.violations;
}

interface MarkedPage {
  /** The elements to scan. The style is null when the contrast does not follow from it. */
  unscanned: Map<Element, string | null>;
}

/** Runs in the page: chooses the longest text of each style that has not passed, and each text without a style. */
function markUnscanned(passedStyles: string[]): number {
  const TRANSPARENT = 'rgba(0, 0, 0, 0)';
  const known = new Set(passedStyles);
  const texts = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
    (element) =>
      (element.matches('input, select, textarea') ||
        [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim())) &&
      element.checkVisibility({ visibilityProperty: true }) &&
      // What only screen readers read is one pixel large.
      element.clientWidth !== 1,
  );
  // The rule exempts what is disabled, and its labels.
  const exempt = new Set<Element | null>();
  for (const control of document.querySelectorAll<HTMLInputElement>(':disabled, [aria-disabled="true"], [inert]')) {
    exempt.add(control);
    for (const label of control.labels ?? []) exempt.add(label);
    for (const id of control.getAttribute('aria-labelledby')?.split(/\s+/) ?? [])
      exempt.add(document.getElementById(id));
  }

  // Painted out of the flow, so that they may lie behind a text without being its ancestors.
  const layers = [...document.body.querySelectorAll('*')]
    .filter((element) => {
      const { position, backgroundColor, backgroundImage } = getComputedStyle(element);
      // An icon is no background.
      const isPicture = element.matches('img, svg') && element.clientWidth > 64;
      return position !== 'static' && (backgroundColor !== TRANSPARENT || backgroundImage !== 'none' || isPicture);
    })
    .map((element) => ({ element, box: element.getBoundingClientRect() }));
  const overlap = (a: DOMRect, b: DOMRect) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

  /** Null where something else than the ancestors of the text may lie behind it. */
  function styleOf(text: Element): string | null {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(text);
    const parts = [color, fontSize, fontWeight, textShadow];
    const box = text.getBoundingClientRect();
    let opaque: Element | null = null;
    for (let element: Element | null = text; element; element = element.parentElement) {
      const style = getComputedStyle(element);
      const { backgroundColor, backgroundImage, backgroundClip, opacity, filter, mixBlendMode } = style;
      if (exempt.has(element)) parts.push('exempt');
      if (!opaque && backgroundColor !== TRANSPARENT) parts.push(backgroundColor);
      if (!opaque && backgroundImage !== 'none') parts.push(backgroundImage, backgroundClip);
      if (opacity !== '1' || filter !== 'none' || mixBlendMode !== 'normal') parts.push(opacity, filter, mixBlendMode);
      if (/^(rgb|oklab|oklch)\([^/]+\)$/.test(backgroundColor)) opaque ??= element;
      if (!opaque && (style.position === 'absolute' || style.position === 'fixed')) return null;
    }
    const isOverlapped = layers.some(
      ({ element, box: other }) =>
        opaque?.contains(element) && !element.contains(text) && !text.contains(element) && overlap(box, other),
    );
    return isOverlapped ? null : parts.join('|');
  }

  const unscanned = new Map<Element, string | null>();
  const longest = new Map<string, Element>();
  for (const text of texts) {
    const style = styleOf(text);
    if (style === null) unscanned.set(text, style);
    else if (!known.has(style)) {
      const other = longest.get(style);
      if (!other || (other.textContent?.length ?? 0) < (text.textContent?.length ?? 0)) longest.set(style, text);
    }
  }
  for (const [style, text] of longest) unscanned.set(text, style);
  (window as unknown as MarkedPage).unscanned = unscanned;
  return unscanned.size;
}

/** Runs in the page. */
async function scanMarked(): Promise<{ violations: string[]; passed: string[] }> {
  const { unscanned, axe: scanner } = window as unknown as MarkedPage & { axe: typeof axe };
  const { violations, passes } = await scanner.run(
    { include: [...unscanned.keys()] as HTMLElement[] },
    { runOnly: ['color-contrast'], resultTypes: ['violations', 'passes'], elementRef: true, preload: false },
  );
  return {
    violations: violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    ),
    passed: passes.flatMap(({ nodes }) => nodes.flatMap(({ element }) => (element && unscanned.get(element)) ?? [])),
  };
}
