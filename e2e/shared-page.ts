import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { removeAnswers } from './answers.ts';
import { contextOptions } from './context-options.ts';
import { keepSession } from './page-session.ts';

/** A document of the origin that costs the browser nothing. */
const EMPTY_DOCUMENT = '/api/health';

const MEDIA = {
  media: null,
  colorScheme: 'light',
  reducedMotion: contextOptions().reducedMotion,
  forcedColors: 'none',
  contrast: 'no-preference',
} as const;

/** Without a type, Playwright would remove its own listeners too. */
const LISTENED = {
  page: ['console', 'dialog', 'domcontentloaded', 'download', 'filechooser', 'frameattached', 'framedetached']
    .concat(['framenavigated', 'load', 'pageerror', 'popup', 'request', 'requestfailed', 'requestfinished'])
    .concat(['response', 'websocket', 'worker']),
  context: ['console', 'dialog', 'page', 'request', 'requestfailed', 'requestfinished', 'response', 'weberror'],
};

/** Methods of the page, its context, its clock and its keyboard whose effect stays, or is not worth taking back. */
const IRREVERSIBLE = ['addInitScript', 'exposeBinding', 'exposeFunction', 'newCDPSession', 'addLocatorHandler', 'down']
  .concat(['install', 'fastForward', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'])
  .concat(['grantPermissions', 'setGeolocation', 'setOffline', 'setExtraHTTPHeaders', 'setHTTPCredentials'])
  .concat(['routeFromHAR', 'routeWebSocket', 'setDefaultTimeout', 'setDefaultNavigationTimeout']);

interface Opened {
  page: Page;
  context: BrowserContext;
  session: CDPSession;
  /** A test has called a method of IRREVERSIBLE. */
  cannotBeReset: boolean;
}

/**
 * The page that the tests of a worker get one after the other. In a new context a screen costs more than twice the
 * processor time: the browser starts a process, and fetches and compiles all scripts again. Every test finds the page as
 * if it were new, apart from the files in the cache of the browser. A page that cannot be made so is thrown away.
 */
export interface SharedPage {
  /** On an empty document of the origin, or nothing when the test has the page already. */
  acquire(): Promise<Page | undefined>;
  release(hasPassed: boolean): Promise<void>;
  close(): Promise<void>;
}

export function createSharedPage(browser: Browser): SharedPage {
  let opened: Opened | undefined;
  let isTaken = false;

  async function close(): Promise<void> {
    const context = opened?.context;
    opened = undefined;
    await context?.close();
  }

  return {
    acquire: async () => {
      if (isTaken) return undefined;
      isTaken = true;
      opened ??= await open(browser);
      return opened.page;
    },
    release: async (hasPassed) => {
      const wasTaken = isTaken;
      isTaken = false;
      if (!wasTaken || !opened) return;
      const isReset = hasPassed && !opened.cannotBeReset && (await reset(opened).catch(() => false));
      if (!isReset) await close();
    },
    close,
  };
}

async function open(browser: Browser): Promise<Opened> {
  const context = await browser.newContext(contextOptions());
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  keepSession(page, session);
  const opened = { page, context, session, cannotBeReset: false };
  await page.goto(EMPTY_DOCUMENT);
  await session.send('Page.resetNavigationHistory');
  for (const owner of [page, context, page.clock, page.keyboard]) {
    onIrreversibleCall(owner, () => {
      opened.cannotBeReset = true;
    });
  }
  return opened;
}

function onIrreversibleCall(owner: object, listener: () => void): void {
  for (const name of IRREVERSIBLE) {
    const method: unknown = Reflect.get(owner, name);
    if (typeof method !== 'function') continue;
    const called = (...values: unknown[]): unknown => {
      listener();
      return method.apply(owner, values);
    };
    Object.assign(owner, { [name]: called });
  }
}

async function reset({ page, context, session }: Opened): Promise<boolean> {
  for (const type of LISTENED.page) page.removeAllListeners(type);
  for (const type of LISTENED.context) context.removeAllListeners(type);
  await Promise.all([
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    removeAnswers(page),
    ...context.pages().map((one) => (one === page ? undefined : one.close())),
  ]);
  // A page that cannot be left, as one with a dialog that nobody answers, is thrown away.
  await page.goto(EMPTY_DOCUMENT, { timeout: 10_000 });
  // The pointer hovers over nothing, and holds nothing.
  await page.mouse.up();
  await page.mouse.move(-1, -1);
  await Promise.all([
    context.clearCookies(),
    page.setViewportSize(contextOptions().viewport),
    page.emulateMedia(MEDIA),
    session.send('Page.resetNavigationHistory'),
    page.evaluate(async () => {
      window.name = '';
      localStorage.clear();
      sessionStorage.clear();
      for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
      for (const name of await caches.keys()) await caches.delete(name);
    }),
  ]);
  return context.pages().length === 1;
}
