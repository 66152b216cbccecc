import type { CDPSession, Page } from '@playwright/test';

const sessions = new WeakMap<Page, CDPSession>();

/** The session of a shared page, which stays open from test to test. */
export function keepSession(page: Page, session: CDPSession): void {
  sessions.set(page, session);
}

/** Only for what ends with the document, or is undone when a test ends. */
export async function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  return session;
}
