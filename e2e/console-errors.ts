import type { Page } from '@playwright/test';

/** What Playwright says in place of a page that would register the service worker: `playwright.config.ts` blocks it. */
const BLOCKED_WORKER = 'Service Worker registration blocked by Playwright';

/** The errors and warnings of the browser console from now on: exceptions, missing resources, violations of the content policy. */
export function consoleErrorsOf(page: Page): string[] {
  const messages: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (message.text() !== BLOCKED_WORKER) messages.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => messages.push(`${page.url()}: ${error.message}`));
  return messages;
}
