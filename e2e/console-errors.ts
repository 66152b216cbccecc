import type { Page } from '@playwright/test';

/** What the browser has to say against the pages it shows: errors, broken resources, breaches of the content policy. */
export function consoleErrorsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  return complaints;
}
