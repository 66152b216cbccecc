import type { Page } from '@playwright/test';

/** The errors and warnings of the browser console from now on: exceptions, missing resources, violations of the content policy. */
export function consoleErrorsOf(page: Page): string[] {
  const messages: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    messages.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => messages.push(`${page.url()}: ${error.message}`));
  return messages;
}
