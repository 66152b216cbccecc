import type { CDPSession, Page } from '@playwright/test';

const sessions = new WeakMap<Page, CDPSession>();

/** Tests reach the protocol of the browser by way of this session, which outlives them. */
export function keepSession(page: Page, session: CDPSession): void {
  sessions.set(page, session);
}

/** For what ends with the document, or is undone when a test ends. */
export async function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  return session;
}
