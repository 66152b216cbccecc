import type { CDPSession, Page } from '@playwright/test';

interface Answer {
  path: RegExp;
  method: string;
  status: number;
  json: object;
}

interface Answered {
  session: CDPSession;
  answers: Answer[];
}

const answered = new Map<Page, Answered>();

/**
 * The page gets this answer in place of the server's, however often it asks. A star in the path stands for any text; the
 * last answer to a path counts. Routes of Playwright would turn off the cache of the browser, and every screen would
 * fetch and compile all scripts again.
 */
export async function answer(page: Page, path: string, json: object, method = 'GET', status = 200): Promise<void> {
  const { answers } = answered.get(page) ?? (await intercept(page));
  const pattern = path.split('*').map((part) => part.replaceAll(/[.?]/g, '\\$&'));
  answers.unshift({ path: new RegExp(`^${pattern.join('.*')}$`), method, status, json });
}

export const refuse = (page: Page, path: string): Promise<void> => answer(page, path, {}, 'GET', 500);

/** The server answers again. */
export async function removeAnswers(page: Page): Promise<void> {
  await answered.get(page)?.session.detach();
  answered.delete(page);
}

async function intercept(page: Page): Promise<Answered> {
  const session = await page.context().newCDPSession(page);
  const answers: Answer[] = [];
  session.on('Fetch.requestPaused', async ({ requestId, request }) => {
    const { pathname, search } = new URL(request.url);
    const found = answers.find(({ path, method }) => method === request.method && path.test(pathname + search));
    const reply = found
      ? session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: found.status,
          responseHeaders: [{ name: 'content-type', value: 'application/json' }],
          body: Buffer.from(JSON.stringify(found.json)).toString('base64'),
        })
      : session.send('Fetch.continueRequest', { requestId });
    // A page that is left no longer waits for its answers.
    await reply.catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
  const added = { session, answers };
  answered.set(page, added);
  return added;
}
