import type { Page } from '@playwright/test';

/** The page gets this answer in place of the server's, however often it asks. The last answer to a path counts. */
export async function answer(
  page: Page,
  path: string | RegExp,
  json: unknown,
  method = 'GET',
  status = 200,
): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === method ? route.fulfill({ status, json }) : route.fallback(),
  );
}

export const refuse = (page: Page, path: string): Promise<void> => answer(page, path, {}, 'GET', 500);

/** Holds requests to that path before they reach the server, until the returned function is called. */
export async function holdRequest(page: Page, path: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
