import { expect, type Page } from '@playwright/test';

/** Title, description, keywords and canonical link are there, each exactly once. */
export async function expectOneHead(page: Page, title: string | RegExp, path: string, origin = ''): Promise<void> {
  await expect(page).toHaveTitle(title);
  const head = await page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    return {
      titles: all('head title').length,
      descriptions: all('meta[name="description"]').map((meta) => meta.getAttribute('content') ?? ''),
      keywords: all('meta[name="keywords"]').map((meta) => meta.getAttribute('content') ?? ''),
      canonicals: all('link[rel="canonical"]').map((link) => link.getAttribute('href')),
    };
  });
  expect(head.titles, `${path}: título`).toBe(1);
  expect(head.descriptions, `${path}: descripción`).toEqual([expect.stringMatching(/.{20}/)]);
  expect(head.keywords, `${path}: palabras clave`).toEqual([expect.stringMatching(/.{10}/)]);
  expect(head.canonicals, `${path}: dirección canónica`).toEqual([`${origin}${path}`]);
}
