import type { Page } from '@playwright/test';

/** The addresses of all requests to that path from now on. */
export function recordRequests(page: Page, path: string): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) urls.push(request.url());
  });
  return urls;
}

/** Holds the file of a module back until the returned function is called. */
export async function holdModule(page: Page, name: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
