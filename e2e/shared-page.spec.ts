import { expect, type Page } from '@playwright/test';
import { answer } from './answers.ts';
import { consoleErrorsOf } from './console-errors.ts';
import { test } from './fixtures.ts';
import { createSharedPage } from './shared-page.ts';

const stateOf = (page: Page) =>
  page.evaluate(async () => ({
    address: location.pathname,
    stored: { ...localStorage, ...sessionStorage },
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    cookie: document.cookie,
    name: window.name,
    history: history.length,
    width: innerWidth,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isPrinted: matchMedia('print').matches,
    isStill: matchMedia('(prefers-reduced-motion)').matches,
    health: await fetch('/api/health').then(({ status }) => status),
  }));

async function leaveTraces(page: Page): Promise<void> {
  await page.goto('/api/health?otra');
  await page.goto('/api/health');
  await page.route('**/api/health', (route) => route.fulfill({ status: 418 }));
  await page.context().route('**/api/*', (route) => route.abort());
  await answer(page, '/api/health', {}, 'GET', 418);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark', media: 'print', reducedMotion: 'no-preference' });
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.evaluate(async () => {
    Object.assign(localStorage, { accessToken: 'ajeno' });
    Object.assign(sessionStorage, { borrador: 'ajeno' });
    await cookieStore.set('ajena', '1');
    window.name = 'ajena';
    await caches.open('ajeno');
    indexedDB.open('ajena');
    addEventListener('beforeunload', (event) => event.preventDefault());
    window.open('about:blank');
  });
  await page.mouse.click(5, 5);
}

test('la página que comparten las pruebas llega a cada una como nueva', async ({ browser }) => {
  const shared = createSharedPage(browser);
  const first = (await shared.acquire()) as Page;
  const fresh = await stateOf(first);
  expect(await shared.acquire(), 'una sola por prueba').toBeUndefined();
  const errors = consoleErrorsOf(first);
  await leaveTraces(first);
  expect(first.context().pages()).toHaveLength(2);
  await shared.release(true);

  const second = (await shared.acquire()) as Page;
  expect(second === first, 'es la misma página').toBe(true);
  expect(await stateOf(second)).toEqual(fresh);
  expect(second.context().pages()).toEqual([second]);
  await second.evaluate(() => console.error('de otra prueba'));
  expect(errors).toEqual([]);

  await test.step('lo que no se puede deshacer, o una prueba que falla, trae otra página', async () => {
    await second.clock.install();
    await shared.release(true);
    expect(second.isClosed()).toBe(true);
    const third = (await shared.acquire()) as Page;
    await shared.release(false);
    expect(third.isClosed()).toBe(true);
  });
});
