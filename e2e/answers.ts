import type { Page } from '@playwright/test';
import { sessionOf } from './page-session.ts';

interface Reply {
  status: number;
  json: unknown;
}

interface Rule {
  path: RegExp;
  method: string | undefined;
  /** Nothing when the server is to answer. */
  reply: () => Reply | Promise<undefined>;
}

interface Answered {
  rules: Rule[];
  stop: () => Promise<void>;
}

const answered = new WeakMap<Page, Answered>();

/**
 * The page gets this answer in place of the server's, however often it asks. A star in the path stands for any text; the
 * last answer to a path counts. Routes of Playwright would turn off the cache of the browser, and every screen would
 * fetch and compile all scripts again.
 */
export const answer = (page: Page, path: string | RegExp, json: unknown, method = 'GET', status = 200): Promise<void> =>
  addRule(page, { path: patternOf(path), method, reply: () => ({ status, json }) });

export const refuse = (page: Page, path: string): Promise<void> => answer(page, path, {}, 'GET', 500);

/** Holds requests to that path before they reach the server, until the returned function is called. */
export async function holdRequest(page: Page, path: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await addRule(page, { path: patternOf(path), method: undefined, reply: () => promise });
  return () => resolve(undefined);
}

/** The server answers again. */
export async function removeAnswers(page: Page): Promise<void> {
  const stop = answered.get(page)?.stop;
  answered.delete(page);
  await stop?.();
}

function patternOf(path: string | RegExp): RegExp {
  if (typeof path !== 'string') return path;
  const parts = path.split('*').map((part) => part.replaceAll(/[.?]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

async function addRule(page: Page, rule: Rule): Promise<void> {
  const { rules } = answered.get(page) ?? (await intercept(page));
  rules.unshift(rule);
}

async function intercept(page: Page): Promise<Answered> {
  const session = await sessionOf(page);
  const rules: Rule[] = [];
  const onPaused = async ({ requestId, request }: { requestId: string; request: { url: string; method: string } }) => {
    const { pathname, search } = new URL(request.url);
    const found = rules.find(
      ({ path, method }) => (method ?? request.method) === request.method && path.test(pathname + search),
    );
    const reply = await found?.reply();
    const sent = reply
      ? session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: reply.status,
          responseHeaders: [{ name: 'content-type', value: 'application/json' }],
          body: Buffer.from(JSON.stringify(reply.json) ?? '').toString('base64'),
        })
      : session.send('Fetch.continueRequest', { requestId });
    // A page that is left no longer waits for its answers.
    await sent.catch(() => undefined);
  };
  session.on('Fetch.requestPaused', onPaused);
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
  const stop = async () => {
    session.off('Fetch.requestPaused', onPaused);
    await session.send('Fetch.disable');
  };
  const added = { rules, stop };
  answered.set(page, added);
  return added;
}
